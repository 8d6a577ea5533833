/* Line figures and histograms as SVG, in the colours of the page; no figure knows what it shows. */
const svgNode = (name, attributes, parent) => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (parent) parent.appendChild(node);
  return node;
};
const html = (name, properties, parent) => {
  const node = Object.assign(document.createElement(name), properties);
  if (parent) parent.appendChild(node);
  return node;
};
const dataOf = id => {
  const node = document.getElementById(id);
  return node ? JSON.parse(node.textContent) : null;
};

/* 1234.5 N -> "1.234 kN": four digits with a prefix, as the command prints them. */
const prefixes = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n'], [1e-12, 'p']];
const noUnits = new Set(['', '1', 'set']), plainUnits = new Set([...noUnits, 'rad', 'deg', 'kg']);
const prefixOf = (size, unit) => {
  if (plainUnits.has(unit) || /[0-9 ]/.test(unit) || !(size > 0)) return [1, ''];
  return prefixes.find(p => size >= .9995 * p[0]) || prefixes[prefixes.length - 1];
};
const digits = (value, count = 4) => {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1e6 || size < 1e-4 ? value.toExponential(count - 1) : String(+value.toPrecision(count));
};
const quantity = (value, unit = '', count = 4) => {
  const prefix = prefixOf(Math.abs(value), unit), name = unit === 'set' || unit === '1' ? '' : unit;
  return `${digits(value / prefix[0], count)}${name ? ' ' + prefix[1] + name : ''}`;
};

const ticksOf = (low, high, wanted) => {
  const span = high - low || Math.abs(high) || 1, raw = span / wanted, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= raw * .999) || raw, list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * span; k++) list.push(k === 0 ? 0 : k * step);
  return list;
};
const isNumber = v => v !== null && Number.isFinite(v);
const rangeOf = lists => {
  let low = Infinity, high = -Infinity;
  for (const list of lists)
    for (const v of list) if (isNumber(v)) { low = Math.min(low, v); high = Math.max(high, v); }
  return low <= high ? [low, high] : [0, 1];
};

/* An empty figure with axes; returns how numbers become places. */
const frameOf = (parent, title, xs, ys, x, y) => {
  const width = 560, height = 260, left = 60, right = 12, top = 14, bottom = 40;
  const heading = html('h3', {textContent: title}, parent);
  const svg = svgNode('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title}, parent);
  const room = (ys[1] - ys[0]) * .05 || Math.abs(ys[1]) * .05 || 1;
  const low = ys[0] === 0 ? 0 : ys[0] - room, high = ys[1] === 0 ? 0 : ys[1] + room;
  const px = v => left + (v - xs[0]) / (xs[1] - xs[0] || 1) * (width - left - right);
  const py = v => height - bottom - (v - low) / (high - low || 1) * (height - top - bottom);
  const xp = prefixOf(Math.max(Math.abs(xs[0]), Math.abs(xs[1])), x.unit);
  const yp = prefixOf(Math.max(Math.abs(low), Math.abs(high)), y.unit);
  const text = (at, anchor, words) => { svgNode('text', {x: at[0], y: at[1], 'text-anchor': anchor}, svg).textContent = words; };
  for (const t of ticksOf(low / yp[0], high / yp[0], 5)) {
    const at = py(t * yp[0]);
    svgNode('line', {x1: left, x2: width - right, y1: at, y2: at, stroke: 'var(--grid)'}, svg);
    text([left - 6, at + 4], 'end', digits(t));
  }
  for (const t of ticksOf(xs[0] / xp[0], xs[1] / xp[0], 6)) {
    const at = px(t * xp[0]);
    svgNode('line', {x1: at, x2: at, y1: height - bottom, y2: height - bottom + 4, stroke: 'var(--soft)'}, svg);
    text([at, height - bottom + 17], 'middle', digits(t));
  }
  svgNode('line', {x1: left, x2: width - right, y1: height - bottom, y2: height - bottom, stroke: 'var(--soft)'}, svg);
  const label = (axis, prefix) => axis.name + (noUnits.has(axis.unit) ? '' : ` (${prefix[1]}${axis.unit})`);
  text([width - right, height - 5], 'end', label(x, xp));
  if (!noUnits.has(y.unit)) html('span', {className: 'note', textContent: `  ${yp[1]}${y.unit}`}, heading);
  return {svg, px, py, width, height, top, bottom};
};

/* Curves over one list of x; they break where there is no number. A pointer reads values off. */
const lineFigure = (parent, title, x, curves, unit, dots) => {
  const shown = curves.filter(c => c.values.some(isNumber));
  if (x.values.filter(isNumber).length < 2 || !shown.length) return null;
  const figure = html('figure', {}, parent);
  const f = frameOf(figure, title, rangeOf([x.values]), rangeOf([...shown.map(c => c.values), dots ? [] : [0]]), x, {unit});
  shown.forEach((c, i) => {
    const colour = `var(--c${i % 8})`;
    let path = '', pen = false;
    c.values.forEach((v, k) => {
      if (!isNumber(v) || !isNumber(x.values[k])) { pen = false; return; }
      path += `${pen ? 'L' : 'M'}${f.px(x.values[k]).toFixed(1)} ${f.py(v).toFixed(1)}`;
      pen = true;
      if (dots) svgNode('circle', {cx: f.px(x.values[k]), cy: f.py(v), r: 3, fill: colour}, f.svg);
    });
    svgNode('path', {d: path, fill: 'none', stroke: colour, 'stroke-width': 1.7, 'stroke-linejoin': 'round',
      'stroke-dasharray': i >= 8 ? '5 3' : 'none'}, f.svg);
  });
  const legend = html('div', {className: 'legend'}, figure);
  const values = shown.map((c, i) => {
    const item = html('span', {}, legend);
    html('i', {style: `background:var(--c${i % 8})`}, item);
    item.append(c.name);
    return html('b', {}, item);
  });
  const rule = svgNode('line', {y1: f.top, y2: f.height - f.bottom, stroke: 'var(--soft)', 'stroke-dasharray': '3 3',
    visibility: 'hidden'}, f.svg);
  f.svg.addEventListener('pointermove', event => {
    const box = f.svg.getBoundingClientRect(), at = (event.clientX - box.left) / box.width * f.width;
    let best = 0;
    x.values.forEach((v, k) => { if (Math.abs(f.px(v) - at) < Math.abs(f.px(x.values[best]) - at)) best = k; });
    for (const end of ['x1', 'x2']) rule.setAttribute(end, f.px(x.values[best]));
    rule.setAttribute('visibility', 'visible');
    shown.forEach((c, i) => { values[i].textContent = isNumber(c.values[best]) ? quantity(c.values[best], unit) : ''; });
  });
  f.svg.addEventListener('pointerleave', () => {
    rule.setAttribute('visibility', 'hidden');
    values.forEach(v => { v.textContent = ''; });
  });
  return figure;
};

/* How often values fall into equal parts of 0..most; calling the result shows others. */
const histogram = (parent, title, unit, most) => {
  const bins = 40, figure = html('figure', {}, parent);
  return values => {
    const count = new Array(bins).fill(0);
    for (const v of values) count[Math.min(bins - 1, Math.max(0, Math.floor(v / most * bins)))]++;
    figure.replaceChildren();
    const f = frameOf(figure, title, [0, most], [0, Math.max(1, ...count)], {name: '', unit}, {unit: ''});
    count.forEach((n, i) => {
      const x = f.px(most * i / bins), w = f.px(most * (i + 1) / bins) - x;
      if (n) svgNode('rect', {x: x + .5, y: f.py(n), width: Math.max(.5, w - 1), height: f.height - f.bottom - f.py(n),
        fill: 'var(--c0)', rx: 1}, f.svg);
    });
    return count;
  };
};
