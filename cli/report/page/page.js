/* Puts the page together: which columns of a series belong in one figure. */
const seriesFigures = series => {
  const section = document.getElementById('figures');
  if (!series || !section) return;
  const parent = section.querySelector('.pair'), columns = series.columns, time = columns[0];
  const only = names => columns.filter(c => names.includes(c.name) && c.values.some(v => v));
  const used = new Set([time.name]);
  let drawn = 0, place = parent;
  const figure = (title, list, unit, x = time) => {
    list.forEach(c => used.add(c.name));
    if (++drawn === 17) { /* the rest on demand */
      const more = html('details', {}, section);
      html('summary', {textContent: 'More figures'}, more);
      place = html('div', {className: 'pair', style: 'margin-top:1rem'}, more);
    }
    for (let i = 0; i < list.length; i += 8)
      lineFigure(place, list.length > 8 ? `${title} (${i / 8 + 1})` : title, x, list.slice(i, i + 8), unit);
  };
  if (series.kind === 'impact') {
    const find = name => columns.find(c => c.name === name);
    if (find('overlap') && find('force')) figure('Force against overlap', [find('force')], 'N', find('overlap'));
    figure('Force over time', only(['force', 'elastic', 'dissipative']), 'N');
  }
  /* what is held, and what was lost or put in, on axes of their own */
  const held = only(['kinetic', 'rotational', 'elastic', 'tangential', 'rolling', 'twisting', 'adhesion', 'stored', series.kind === 'scene' ? '' : 'gravity']).filter(c => c.unit === 'J');
  if (held.length) figure('Energy held', held, 'J');
  const spent = columns.filter(c => c.unit === 'J' && !used.has(c.name) && c.name !== 'residual' && c.values.some(v => v));
  if (spent.length) figure('Energy lost, and work done', spent, 'J');
  only(['residual']).forEach(c => figure('What the budget lacks', [c], c.unit));
  /* the rest by unit and by what stands before the last part of the name */
  const groups = new Map();
  for (const c of columns) {
    if (used.has(c.name) || !c.values.some(v => v)) continue;
    const stem = series.kind === 'mechanism' ? c.name.split('_')[0] : c.name.replace(/_(x|y|z|\d+|left|right)$/, ''), key = `${stem}|${c.unit}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(c);
  }
  for (const [key, list] of groups) figure(key.split('|')[0].replace(/_/g, ' '), list, list[0].unit);
  if (!parent.childNodes.length) return;
  section.hidden = false;
  if (series.kept < series.rows)
    html('p', {className: 'note', textContent: `${series.kept} of ${series.rows} rows of series.csv are kept on this page.`}, section);
};

/* One measure of a sweep against one setting; others are a choice away. Settings that are words are told apart as curves. */
const sweepFigure = series => {
  const section = document.getElementById('figures');
  if (!series || !section) return;
  const set = series.columns.filter(c => c.unit === 'set'), axes = set.filter(c => c.values.some(isNumber)), results = series.columns.filter(c => c.unit !== 'set' && c.values.some(isNumber));
  if (!results.length) return;
  section.hidden = false;
  const controls = html('div', {className: 'controls'}, null), parent = section.querySelector('.pair');
  section.insertBefore(controls, parent);
  const choice = (name, list) => {
    const select = html('select', {}, html('label', {textContent: name + ' '}, controls));
    list.forEach((c, i) => html('option', {value: i, textContent: c.name}, select));
    select.addEventListener('change', show);
    return select;
  };
  const show = () => {
    const x = axes[+across.value], y = results[+up.value], others = set.filter(a => a !== x), lines = new Map();
    parent.replaceChildren();
    series.columns[0].values.forEach((_, i) => {
      const key = others.map(o => `${o.name} ${o.texts[i]}`).join(', ') || y.name;
      if (!lines.has(key)) lines.set(key, []);
      lines.get(key).push([x.values[i], y.values[i]]);
    });
    const places = [...new Set(x.values)].filter(isNumber).sort((a, b) => a - b);
    const curves = [...lines].slice(0, 16).map(([name, points]) => ({name, values: places.map(p => { const at = points.find(q => q[0] === p); return at ? at[1] : null; })}));
    lineFigure(parent, `${y.name} against ${x.name}`, {name: x.name, unit: '', values: places}, curves, '', true);
  };
  const table = html('table', {}, html('div', {className: 'wide', style: 'margin-top:1rem'}, section)), most = 200;
  const row = (name, cells, parentNode) => { const r = html('tr', {}, parentNode); cells.forEach(c => html(name, {className: 'n', textContent: c}, r)); };
  row('th', [...set, ...results].map(c => c.name), html('thead', {}, table));
  const body = html('tbody', {}, table);
  series.columns[0].values.slice(0, most).forEach((_, i) => row('td', [...set, ...results].map(c => (c.texts ? c.texts[i] : isNumber(c.values[i]) ? digits(c.values[i]) : '–')), body));
  if (series.rows > most) html('p', {className: 'note', textContent: `${most} of ${series.rows} combinations are listed.`}, section);
  if (!axes.length) return;
  const across = choice('against', axes), up = choice('show', results);
  show();
};

const carom = {};
{
  const series = dataOf('series');
  carom.space = spaceView();
  carom.chain = chainView(series && series.kind === 'chain' ? series : null, dataOf('picture'));
  if (series && series.kind === 'sweep') sweepFigure(series);
  else seriesFigures(series);
  const frame = document.querySelector('iframe');
  const fit = () => { if (frame.contentDocument && frame.contentDocument.documentElement) frame.style.height = `${frame.contentDocument.documentElement.scrollHeight + 8}px`; };
  if (frame) { frame.addEventListener('load', fit); window.addEventListener('resize', fit); fit(); }
}
window.carom = carom;
