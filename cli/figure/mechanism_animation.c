/* SPDX-License-Identifier: MIT */
/* The motion of a mechanism as one self-contained HTML file: moving bodies, journals in their
 * bearings, and the velocity of one body. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/table.h"
#include "cli/text/mechanism_text.h"
#include "cli/text/verdict_text.h"

enum { FRAMES = 1500 };

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1c1c1c;--soft:#5c5c5c;--line:#dcdcdc}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#16181b;--ink:#e4e4e2;--soft:#a2a2a0;"
    "--line:#3a3d41}}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:1rem/1.5 system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}\n"
    "main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}\n"
    "h1{font-size:1.4rem;line-height:1.25;margin:0 0 .8rem}\n"
    "svg{display:block;width:100%;height:auto}#stage{max-height:60vh}\n"
    ".row{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1rem;"
    "margin-top:1rem;align-items:start}\n"
    "figure{margin:0}#insets "
    "figure{max-width:15rem}figcaption{color:var(--soft);font-size:.88rem}\n"
    ".controls{display:flex;gap:.8rem;align-items:center;margin:.8rem 0;flex-wrap:wrap}\n"
    ".controls input{flex:1;min-width:12rem}\n"
    "button,select{font:inherit;padding:.2rem .8rem}\n"
    "output{font-variant-numeric:tabular-nums;min-width:7rem}\n"
    ".contacts{margin-top:1.5rem;overflow-x:auto}table{border-collapse:collapse;font-size:.88rem}\n"
    "th,td{padding:.15rem .7rem .15rem 0;text-align:left;border-bottom:1px solid var(--line)}\n";

/* Script that draws the page, */
static const char scene[] =
    "const make=(name,attributes,parent)=>{const e=document.createElementNS("
    "'http://www.w3.org/2000/svg',name);for(const k in attributes)e.setAttribute(k,attributes[k]);"
    "parent.appendChild(e);return e};\n"
    "const colours=['#0072b2','#d55e00','#009e73','#cc79a7','#e69f00','#56b4e9'];\n"
    "const place=(f,b,p)=>{const x=f[1+3*b],y=f[2+3*b],a=f[3+3*b],c=Math.cos(a),s=Math.sin(a);"
    "return[x+c*p[0]-s*p[1],y+s*p[0]+c*p[1]]};\n"
    "/* the frame around everything that is ever seen */\n"
    "let low=[1e300,1e300],high=[-1e300,-1e300];\n"
    "const see=p=>{for(let i=0;i<2;i++){low[i]=Math.min(low[i],p[i]);high[i]=Math.max(high[i],"
    "p[i])}};\n"
    "data.ground.forEach(see);\n"
    "data.frames.forEach(f=>data.bodies.forEach((b,i)=>b.points.forEach(p=>see(place(f,i,p)))));\n"
    "const size=Math.max(high[0]-low[0],high[1]-low[1],1e-9),margin=.12*size,unit=.01*size;\n"
    "const stage=document.getElementById('stage');\n"
    "stage.setAttribute('viewBox',[low[0]-margin,-high[1]-margin,high[0]-low[0]+2*margin,"
    "high[1]-low[1]+2*margin].join(' '));\n"
    "const plane=make('g',{transform:'scale(1,-1)'},stage);\n"
    "data.guides.forEach(g=>make('line',{x1:g[0]-2*size*g[2],y1:g[1]-2*size*g[3],"
    "x2:g[0]+2*size*g[2],y2:g[1]+2*size*g[3],stroke:'var(--line)','stroke-width':.4*unit},plane));"
    "\n"
    "data.ground.forEach(p=>make('path',{d:`M${p[0]} ${p[1]}l${-2*unit} ${-3*unit}h${4*unit}z`,"
    "fill:'none',stroke:'var(--soft)','stroke-width':.4*unit},plane));\n"
    "const parts=data.bodies.map((b,i)=>{const g=make('g',{},plane),colour=colours[i%6];\n"
    " if(b.slides)make('rect',{x:-4*unit,y:-2.5*unit,width:8*unit,height:5*unit,rx:.6*unit,"
    "fill:colour,'fill-opacity':.35,stroke:colour,'stroke-width':.5*unit},g);\n"
    " if(b.points.length>1)make('polygon',{points:b.points.map(p=>p.join(',')).join(' '),"
    "fill:colour,'fill-opacity':.25,stroke:colour,'stroke-width':1.2*unit,"
    "'stroke-linejoin':'round'},g);\n"
    " b.points.forEach(p=>make('circle',{cx:p[0],cy:p[1],r:1.1*unit,fill:'var(--paper)',"
    "stroke:colour,'stroke-width':.5*unit},g));\n"
    " return g});\n"
    "/* journals, in units of their clearance */\n"
    "const insets=data.clearances.map((c,i)=>{const figure=document.createElement('figure');"
    "document.getElementById('insets').appendChild(figure);\n"
    " const svg=make('svg',{viewBox:'-1.25 -1.25 2.5 2.5'},figure),g=make('g',"
    "{transform:'scale(1,-1)'},svg);\n"
    " make('circle',{r:1,fill:'none',stroke:'var(--soft)','stroke-width':.015},g);\n"
    " const trail=make('polyline',{fill:'none',stroke:colours[i%6],'stroke-width':.012,opacity:.6},"
    "g),dot=make('circle',{r:.05,fill:colours[i%6]},g);\n"
    " const caption=document.createElement('figcaption');figure.appendChild(caption);\n"
    " return{trail,dot,caption,name:c.name}});\n";

/* and script that moves it. */
static const char moving[] =
    "const first=1+3*data.bodies.length;\n"
    "/* the velocity against time */\n"
    "const chart=document.getElementById('chart'),shown=first+2*data.clearances.length;\n"
    "const values=data.frames.map(f=>f[shown]),top=Math.max(...values),bottom=Math.min(...values),"
    "end=data.frames[data.frames.length-1][0]||1;\n"
    "const cx=t=>40+550*t/end,cy=v=>10+150*(top-v)/((top-bottom)||1);\n"
    "if(top>0&&bottom<0)make('line',{x1:40,x2:590,y1:cy(0),y2:cy(0),stroke:'var(--line)'},chart);\n"
    "make('polyline',{points:data.frames.map(f=>cx(f[0]).toFixed(2)+','+cy(f[shown]).toFixed(2))"
    ".join(' '),fill:'none',stroke:colours[0],'stroke-width':1.2},chart);\n"
    "[[top,18],[bottom,163]].forEach(l=>{const e=make('text',{x:36,y:l[1],'text-anchor':'end',"
    "fill:'var(--soft)','font-size':11},chart);e.textContent=l[0].toPrecision(3)});\n"
    "const cursor=make('line',{y1:8,y2:162,stroke:'var(--ink)','stroke-width':1},chart);\n"
    "const bar=document.getElementById('bar'),clock=document.getElementById('clock'),"
    "play=document.getElementById('play'),rate=document.getElementById('rate');\n"
    "bar.max=data.frames.length-1;\n"
    "const show=k=>{const f=data.frames[k];\n"
    " parts.forEach((g,i)=>g.setAttribute('transform',`translate(${f[1+3*i]} ${f[2+3*i]}) rotate("
    "${f[3+3*i]*180/Math.PI})`));\n"
    " insets.forEach((n,i)=>{const at=first+2*i,x=f[at],y=f[at+1];n.dot.setAttribute('cx',x);"
    "n.dot.setAttribute('cy',y);\n"
    "  n.trail.setAttribute('points',data.frames.slice(Math.max(0,k-150),k+1).map(g=>g[at]+','+"
    "g[at+1]).join(' '));\n"
    "  n.caption.textContent=n.name+', in units of the clearance: '+(Math.hypot(x,y)>=1?'in "
    "contact'"
    ":'in flight')});\n"
    " cursor.setAttribute('x1',cx(f[0]));cursor.setAttribute('x2',cx(f[0]));\n"
    " bar.value=k;clock.textContent=(1000*f[0]).toFixed(2)+' ms'};\n"
    "let running=!matchMedia('(prefers-reduced-motion: reduce)').matches,now=0,last=null;\n"
    "const step=Math.max(end/(data.frames.length-1),1e-12);\n"
    "const tick=stamp=>{if(running&&last!==null){now=(now+(stamp-last)/1000*rate.value)%end;"
    "show(Math.min(data.frames.length-1,Math.floor(now/step)))}last=stamp;"
    "requestAnimationFrame(tick)};\n"
    "play.onclick=()=>{running=!running;play.textContent=running?'Pause':'Play'};\n"
    "bar.oninput=()=>{running=false;play.textContent='Play';now=data.frames[bar.value][0];"
    "show(+bar.value)};\n"
    "play.textContent=running?'Pause':'Play';\n"
    "const wanted=+location.hash.slice(1);\n" /* file.html#120 shows frame 120 without motion */
    "if(wanted>0){running=false;play.textContent='Play';show(Math.min(wanted,"
    "data.frames.length-1))}else show(0);\n"
    "requestAnimationFrame(tick);\n";

/* Writes a name between JavaScript quotes. */
static void put_name(FILE *file, const char *name)
{
  fputc('"', file);
  for (; *name; name++) {
    if (*name == '"' || *name == '\\')
      fprintf(file, "\\%c", *name);
    else if ((unsigned char)*name < 0x20 || *name == '<')
      fprintf(file, "\\u%04x", (unsigned)(unsigned char)*name);
    else
      fputc(*name, file);
  }
  fputc('"', file);
}

enum { MOST_POINTS = 16 };

typedef struct outline {
  double x[MOST_POINTS], y[MOST_POINTS];
  int count;
} outline;

static void add_point(outline *o, carom_place p, int body)
{
  if (p.body != body || o->count == MOST_POINTS) return;
  for (int i = 0; i < o->count; i++)
    if (fabs(o->x[i] - p.x) + fabs(o->y[i] - p.y) < 1e-12) return;
  o->x[o->count] = p.x;
  o->y[o->count++] = p.y;
}

/* The points where things are attached to a body or to the ground, ordered around their middle. */
static outline outline_of(const carom_mechanism_def *def, int body)
{
  outline o = {.count = 0};
  for (int i = 0; i < def->joints; i++) {
    if (body == CAROM_GROUND && def->joint[i].kind == CAROM_PRISMATIC) continue;
    add_point(&o, def->joint[i].a, body);
    add_point(&o, def->joint[i].b, body);
  }
  for (int i = 0; i < def->clearances; i++) {
    add_point(&o, def->clearance[i].bearing, body);
    add_point(&o, def->clearance[i].journal, body);
  }
  for (int i = 0; i < def->springs; i++) {
    add_point(&o, def->spring[i].a, body);
    add_point(&o, def->spring[i].b, body);
  }
  if (body != CAROM_GROUND && o.count < 2)
    add_point(&o, (carom_place){body, def->body[body].centre_x, def->body[body].centre_y}, body);
  double x = 0, y = 0;
  for (int i = 0; i < o.count; i++)
    x += o.x[i] / o.count, y += o.y[i] / o.count;
  for (int i = 1; i < o.count; i++)
    for (int j = i; j > 0 && atan2(o.y[j] - y, o.x[j] - x) < atan2(o.y[j - 1] - y, o.x[j - 1] - x);
         j--) {
      const double px = o.x[j], py = o.y[j];
      o.x[j] = o.x[j - 1], o.y[j] = o.y[j - 1];
      o.x[j - 1] = px, o.y[j - 1] = py;
    }
  return o;
}

static void put_points(FILE *file, const outline *o)
{
  fputc('[', file);
  for (int i = 0; i < o->count; i++)
    fprintf(file, "%s[%.9g,%.9g]", i ? "," : "", o->x[i], o->y[i]);
  fputc(']', file);
}

static bool slides(const carom_mechanism_def *def, int body)
{
  for (int i = 0; i < def->joints; i++)
    if (def->joint[i].kind == CAROM_PRISMATIC && def->joint[i].b.body == body) return true;
  return false;
}

static void put_parts(FILE *file, const carom_mechanism_def *def)
{
  const outline ground = outline_of(def, CAROM_GROUND);
  const char *comma = "";
  fputs("const data={ground:", file);
  put_points(file, &ground);
  fputs(",guides:[", file);
  for (int i = 0; i < def->joints; i++) {
    const carom_joint *j = &def->joint[i];
    if (j->kind != CAROM_PRISMATIC || j->a.body != CAROM_GROUND) continue;
    fprintf(file, "%s[%.9g,%.9g,%.9g,%.9g]", comma, j->a.x, j->a.y, cos(j->direction),
            sin(j->direction));
    comma = ",";
  }
  fputs("],bodies:[", file);
  for (int i = 0; i < def->bodies; i++) {
    const outline o = outline_of(def, i);
    fprintf(file, "%s{name:", i ? "," : "");
    put_name(file, def->body[i].name);
    fprintf(file, ",slides:%s,points:", slides(def, i) ? "true" : "false");
    put_points(file, &o);
    fputc('}', file);
  }
  fputs("],clearances:[", file);
  for (int i = 0; i < def->clearances; i++) {
    fputs(i ? ",{name:" : "{name:", file);
    put_name(file, def->clearance[i].name);
    fputc('}', file);
  }
}

/* A frame: time, poses of the bodies, journals in units of their clearance, and the velocity that
 * is shown. */
static void put_frame(FILE *file, const carom_mechanism_job *run, int64_t k)
{
  const double *row = carom_mechanism_row(run, k);
  fprintf(file, "[%.7g", row[0]);
  for (int b = 0; b < run->def->bodies; b++)
    for (int i = 0; i < 3; i++)
      fprintf(file, ",%.6g", row[carom_mechanism_body_cell(b) + i]);
  for (int c = 0; c < run->def->clearances; c++) {
    const carom_clearance *of = &run->def->clearance[c];
    const double per = 1 / (of->bearing_radius - of->journal_radius);
    for (int i = 0; i < 2; i++)
      fprintf(file, ",%.5g", row[carom_mechanism_journal_cell(run, c) + i] * per);
  }
  fprintf(file, ",%.5g]", carom_mechanism_shown(run, k, 1));
}

static void put_verdicts(FILE *file, const carom_mechanism_job *run)
{
  carom_verdicts list;
  if (!carom_mechanism_verdicts(&run->base, &list)) return;
  if (list.count > 0) {
    fputs("<section class=\"contacts\">\n", file);
    verdict_table(list.item, list.count, "clearance", file, true);
    verdict_print(list.item, list.count, file, true);
    fputs("</section>\n", file);
  }
  carom_verdicts_free(&list);
}

void mechanism_animation(const void *user, FILE *file)
{
  const carom_mechanism_job *run = user;
  const int64_t stride = (run->base.record.rows + FRAMES - 1) / FRAMES;
  const char *title = *run->base.scenario->title ? run->base.scenario->title : "Mechanism";
  fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
        file);
  table_put_html(file, title);
  fprintf(file, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>", style);
  table_put_html(file, title);
  fputs("</h1>\n<svg id=\"stage\" role=\"img\" aria-label=\"the mechanism\"></svg>\n"
        "<div class=\"controls\"><button id=\"play\">Play</button>"
        "<input id=\"bar\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"time\">"
        "<output id=\"clock\"></output><label>speed <select id=\"rate\">"
        "<option value=\"1\">1</option><option value=\"0.2\" selected>1/5</option>"
        "<option value=\"0.05\">1/20</option><option value=\"0.01\">1/100</option>"
        "<option value=\"0.001\">1/1000</option></select></label></div>\n"
        "<div class=\"row\"><div id=\"insets\" class=\"row\"></div>"
        "<figure><svg id=\"chart\" viewBox=\"0 0 600 170\"></svg><figcaption>velocity of ",
        file);
  table_put_html(file, run->def->body[run->base.scenario->mechanism.shown].name);
  fprintf(file, " (%s) against time</figcaption></figure></div>\n", run->shown.rate_unit);
  put_verdicts(file, run);
  fputs("</main>\n<script>\n(() => {\n", file);
  put_parts(file, run->def);
  fputs("],frames:[\n", file);
  for (int64_t k = 0; k < run->base.record.rows; k += stride) {
    put_frame(file, run, k);
    fputs(k + stride < run->base.record.rows ? ",\n" : "\n", file);
  }
  fprintf(file, "]};\n%s%s})();\n</script>\n</body>\n</html>\n", scene, moving);
}
