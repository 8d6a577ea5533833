/* The view in space: time, camera, colours, force chains, the numbers of a grain. */
const spaceView = () => {
  const about = dataOf('frames'), section = document.getElementById('space');
  if (!about || !section) return null;
  section.hidden = false;
  html('h2', {textContent: 'In space'}, section);
  const text = atob(document.getElementById('bytes').textContent.trim()), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const numbers = new DataView(bytes.buffer), frames = about.frames, last = frames.length - 1;

  const part = (offset, k, low, high) => low + numbers.getUint16(offset + 2 * k, true) / 65535 * (high - low);
  const grainOf = (frame, i) => {
    const at = 20 * (frame.first + i);
    return {position: [0, 1, 2].map(k => part(at, k, about.low[k], about.high[k])), radius: part(at, 3, 0, about.radius),
      speed: part(at, 4, 0, about.speed), spin: part(at, 5, 0, about.spin), force: part(at, 6, 0, about.force),
      material: numbers.getUint16(at + 14, true), id: numbers.getUint32(at + 16, true)};
  };
  const contactOf = (frame, i) => {
    const at = about.contacts_at + 16 * (frame.first_contact + i);
    return {force: part(at, 6, 0, about.normal), overlap: part(at, 7, 0, about.overlap)};
  };

  /* offset: of the number in a grain; categories: 1 by material, 2 by id */
  const fields = [{name: 'speed', unit: 'm/s', offset: 8, most: about.speed}, {name: 'force', unit: 'N', offset: 12, most: about.force},
    {name: 'spin', unit: 'rad/s', offset: 10, most: about.spin}, {name: 'radius', unit: 'm', offset: 6, most: about.radius},
    {name: 'height', unit: 'm', offset: 4, low: about.low[2], most: about.high[2]},
    {name: 'material', offset: 14, categories: 1}, {name: 'id', offset: 14, categories: 2}]
    .filter(f => f.categories || f.most > 0 || f.name === 'height');
  /* colours reach up to the value that one grain in a hundred passes: a few fast ones would leave all others blue */
  const usual = (count, valueOf) => {
    const list = [], stride = Math.max(1, Math.floor(count / 20000));
    for (let i = 0; i < count; i += stride) { const v = valueOf(i); if (v > 0) list.push(v); }
    return list.sort((a, b) => a - b)[Math.floor(.99 * list.length)] || 1;
  };
  const grainsInAll = frames.reduce((a, f) => Math.max(a, f.first + f.grains), 0), contactsInAll = (about.corners_at - about.contacts_at) / 16;
  for (const f of fields) {
    if (f.categories) continue;
    const full = f.name === 'height' || f.name === 'radius', top = full ? 65535 : usual(grainsInAll, i => numbers.getUint16(20 * i + f.offset, true));
    f.range = [f.name === 'radius' ? usual(grainsInAll, i => 65536 - numbers.getUint16(20 * i + 6, true)) : 0, top].map(v => v / 65535);
    if (f.name === 'radius') f.range[0] = Math.max(0, 65536 / 65535 - f.range[0]) * .98;
    const low = f.low || 0, span = f.most - low;
    f.shown = f.range.map(v => low + v * span);
  }
  const chainGain = 65535 / usual(contactsInAll, i => numbers.getUint16(about.contacts_at + 16 * i + 12, true));
  const state = {at: last, field: fields[0], chains: false, walls: true, picked: 0xffffffff, playing: false, yaw: .65, pitch: .32, zoom: 1, shift: [0, 0]};

  const stage = html('div', {className: 'stage'}, section);
  let canvas = html('canvas', {tabIndex: 0}, stage);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'grains in space; drag to turn, wheel to zoom, click a grain for its numbers');
  let draw = null;
  try { draw = window.caromNoWebGL ? null : drawing(canvas, about, bytes); } catch (problem) { draw = null; }
  const plain = !draw;
  if (plain) {
    const other = canvas.cloneNode();
    canvas.replaceWith(other);
    canvas = other;
    draw = plainDrawing(canvas, about, grainOf);
  }
  const bar = html('div', {className: 'bar'}, stage), barName = html('span', {}, bar), barColours = html('canvas', {width: 176, height: 1}, bar);
  const barEnds = html('div', {}, bar), barLow = html('span', {}, barEnds), barHigh = html('span', {}, barEnds);
  const picked = html('div', {className: 'picked', hidden: true}, stage);
  picked.setAttribute('aria-live', 'polite');
  const controls = html('div', {className: 'controls'}, section);
  const play = html('button', {type: 'button', textContent: '▶ Play'}, controls);
  const slider = html('input', {type: 'range', min: 0, max: last, step: 'any', value: last}, controls);
  slider.setAttribute('aria-label', 'time');
  const clock = html('output', {}, controls);
  const colour = html('select', {}, html('label', {textContent: 'colour '}, controls));
  fields.forEach((f, i) => html('option', {value: i, textContent: f.name}, colour));
  const check = (name, key, hidden) => {
    const label = html('label', {hidden}, controls), box = html('input', {type: 'checkbox', checked: state[key]}, label);
    label.append(name);
    box.addEventListener('change', () => { state[key] = box.checked; later(); });
    return box;
  };
  const chainsBox = check('force chains', 'chains', !about.contacts_read || plain), wallsBox = check('walls', 'walls', !frames.some(f => f.corners) || plain);
  const keys = html('p', {className: 'keys'}, section);
  for (const [key, does] of [['space', 'play'], ['← →', 'frames'], ['drag', 'turn'], ['shift drag', 'move'], ['wheel', 'zoom'], ['c', 'colour'], ['f', 'force chains'], ['w', 'walls'], ['r', 'reset']]) {
    html('kbd', {textContent: key}, keys);
    keys.append(` ${does}  `);
  }
  const left = [];
  if (plain) left.push('This browser has no WebGL2: a plain picture without walls is drawn.');
  if (frames.length < about.frames_there) left.push(`${frames.length} of ${about.frames_there} frames are kept on this page.`);
  const most = frames.reduce((a, b) => (b.of > a.of ? b : a));
  if (about.kept_grains < 1) left.push(`${most.grains} of ${most.of} grains are kept, the same in every frame.`);
  if (frames.some(f => f.contacts < f.of_contacts)) left.push('Of the contacts the strongest are kept.');
  if (about.walls_cut) left.push('Walls are drawn where they stood first: their motion is too large for a page.');
  left.push(`Numbers are rounded to 16 bits: positions to ${quantity(Math.max(...about.high.map((v, k) => v - about.low[k])) / 65535, 'm', 2)}` +
    (about.speed ? `, speeds to ${quantity(about.speed / 65535, 'm/s', 2)}` : '') + '.');
  html('p', {className: 'note', textContent: left.join(' ')}, section);

  /* camera around the middle of everything that is ever seen */
  const seen = {low: [...about.low], high: [...about.high]}, room = wallRoom(about), points = [];
  for (const f of frames.filter((g, i) => g.corners && (i === 0 || g.first_corner !== frames[i - 1].first_corner)))
    for (let i = 0; i < f.corners; i++) {
      const p = [0, 1, 2].map(k => Math.min(about.high[k] + room, Math.max(about.low[k] - room, numbers.getFloat32(about.corners_at + 16 * (f.first_corner + i) + 4 * k, true))));
      p.forEach((v, k) => { seen.low[k] = Math.min(seen.low[k], v); seen.high[k] = Math.max(seen.high[k], v); });
      if (points.length < 20000) points.push(p);
    }
  for (let i = 0; i < grainsInAll; i += Math.ceil(grainsInAll / 5000)) points.push(grainOf({first: 0}, i).position);
  const middle = seen.low.map((v, k) => (v + seen.high[k]) / 2), extent = Math.hypot(...seen.low.map((v, k) => seen.high[k] - v)) || 1;
  const axes = (yaw, pitch) => {
    const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
    return {right: [cy, sy, 0], back: [cp * sy, -cp * cy, sp], up: [-sp * sy, sp * cy, cp]};
  };
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const home = {yaw: .65, pitch: .32};
  let fitted = {aspect: 0, away: extent};
  const fit = (aspect, open) => { /* so far away that all is seen from the first side */
    if (fitted.aspect === aspect) return fitted.away;
    const {right, up, back} = axes(home.yaw, home.pitch);
    let away = 0;
    for (const point of points) {
      const p = point.map((v, k) => v - middle[k]);
      away = Math.max(away, dot(p, back) + open * (Math.max(Math.abs(dot(p, right)) / aspect, Math.abs(dot(p, up))) + about.radius));
    }
    fitted = {aspect, away: 1.05 * away};
    return fitted.away;
  };
  const camera = () => {
    const aspect = canvas.width / canvas.height, open = 1 / Math.tan(.32), away = fit(aspect, open) / state.zoom;
    const near = Math.max(away - extent, .01 * away), far = away + extent * 1.2;
    const {right, up, back} = axes(state.yaw, state.pitch);
    const t = [right, up, back].map(a => -dot(a, middle));
    const view = new Float32Array([right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
      t[0] + state.shift[0] * extent, t[1] + state.shift[1] * extent, t[2] - away, 1]);
    const projection = new Float32Array([open / aspect, 0, 0, 0, 0, open, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
    return {view, projection, near, far, right, up, back, away};
  };
  const rgbOf = name => {
    const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    return [1, 3, 5].map(k => parseInt(text.slice(k, k + 2), 16) / 255);
  };
  const colourOf = g => {
    const f = state.field;
    if (f.categories) return wheel((f.categories === 2 ? g.id : g.material) % 64);
    const value = f.name === 'height' ? g.position[2] : g[f.name];
    return g.id === state.picked ? [255, 40, 190] : ramp((value - f.shown[0]) / (f.shown[1] - f.shown[0] || 1));
  };
  let shown = {draws: 0, bytes: 0}, waiting = false;
  const paintNow = () => {
    waiting = false;
    const density = Math.min(2, window.devicePixelRatio || 1), width = Math.max(2, Math.round(canvas.clientWidth * density)), height = Math.max(2, Math.round(canvas.clientHeight * density));
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    const k = Math.floor(state.at), frame = frames[k], next = k < last && frames[k + 1].follows ? frames[k + 1] : frame;
    shown = draw.picture({frame, next, mixing: state.at - k, camera: camera(), field: state.field.offset, categories: state.field.categories || 0, range: state.field.range || [0, 1], chainGain,
      shrink: state.chains ? .25 : 1, chains: state.chains, walls: state.walls, picked: state.picked, paper: rgbOf('--panel'), ink: rgbOf('--soft'), colourOf});
  };
  const later = () => { if (!waiting) { waiting = true; requestAnimationFrame(paintNow); } };

  const bars = html('div', {className: 'three'}, section);
  const histograms = [[about.speed, 'Speeds', 'm/s', f => Array.from({length: f.grains}, (_, i) => grainOf(f, i).speed)],
    [about.contacts_read ? about.normal : 0, 'Normal forces', 'N', f => Array.from({length: f.contacts}, (_, i) => contactOf(f, i).force)],
    [about.contacts_read ? about.overlap : 0, 'Overlaps', 'm', f => Array.from({length: f.contacts}, (_, i) => contactOf(f, i).overlap)]]
    .filter(h => h[0] > 0).map(h => ({set: histogram(bars, h[1], h[2], h[0]), values: h[3]}));
  let counted = -1;
  const tell = () => {
    const k = Math.round(state.at);
    clock.textContent = quantity(frames[k].time, 's');
    slider.value = state.at;
    slider.setAttribute('aria-valuetext', clock.textContent);
    if (k !== counted) { counted = k; histograms.forEach(h => h.set(h.values(frames[k]))); }
    if (state.picked !== 0xffffffff) showGrain(k);
  };
  const setColour = i => {
    state.field = fields[i];
    colour.value = i;
    const paint = barColours.getContext('2d'), f = state.field;
    for (let x = 0; x < 176; x++) { paint.fillStyle = `rgb(${ramp(x / 175).join()})`; paint.fillRect(x, 0, 1, 1); }
    barColours.hidden = barEnds.hidden = !!f.categories;
    barName.textContent = f.categories ? `colour by ${f.name}` : f.name;
    barLow.textContent = f.shown ? quantity(f.shown[0], f.unit, 3) : '';
    barHigh.textContent = f.shown ? (f.range[1] < 1 ? '≥ ' : '') + quantity(f.shown[1], f.unit, 3) : '';
    later();
  };
  const setTime = at => { state.at = Math.min(last, Math.max(0, at)); tell(); later(); };

  /* the numbers of a grain, as the frame has them */
  const grainAt = k => {
    for (let i = 0; i < frames[k].grains; i++) if (numbers.getUint32(20 * (frames[k].first + i) + 16, true) === state.picked) return grainOf(frames[k], i);
    return null;
  };
  const showGrain = k => {
    const g = grainAt(k);
    picked.hidden = false;
    picked.replaceChildren();
    const body = html('tbody', {}, html('table', {}, picked));
    const row = (name, value) => { const r = html('tr', {}, body); html('th', {textContent: name}, r); html('td', {textContent: value}, r); };
    row('grain', String(state.picked));
    if (!g) { row('', 'not there at this time'); return null; }
    row('position', g.position.map(v => digits(v, 5)).join(', ') + ' m');
    row('radius', quantity(g.radius, 'm'));
    if (about.speed) row('speed', quantity(g.speed, 'm/s'));
    if (about.spin) row('spin', quantity(g.spin, 'rad/s'));
    if (about.force) row('force', quantity(g.force, 'N'));
    if (about.materials.length) row('material', about.materials[g.material] || String(g.material));
    return g;
  };
  const pick = (x, y) => { /* in shares of the canvas */
    const c = camera(), frame = frames[Math.round(state.at)], nx = 2 * x - 1, ny = 1 - 2 * y, v = c.view;
    const ray = [nx / c.projection[0], ny / c.projection[5], -1], size = Math.hypot(...ray);
    let best = Infinity, found = 0xffffffff;
    for (let i = 0; i < frame.grains; i++) {
      const g = grainOf(frame, i), p = [0, 1, 2].map(r => v[r] * g.position[0] + v[4 + r] * g.position[1] + v[8 + r] * g.position[2] + v[12 + r]);
      const along = (p[0] * ray[0] + p[1] * ray[1] + p[2] * ray[2]) / size, r = g.radius * (state.chains ? .25 : 1);
      const inside = along * along - (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) + r * r;
      if (inside >= 0 && along - Math.sqrt(inside) < best) { best = along - Math.sqrt(inside); found = g.id; }
    }
    state.picked = found;
    picked.hidden = found === 0xffffffff;
    setTime(Math.round(state.at));
    return found === 0xffffffff ? null : grainAt(Math.round(state.at));
  };

  let clockBefore = 0;
  const step = now => {
    if (!state.playing) return;
    const seconds = Math.min(.1, (now - clockBefore) / 1000);
    clockBefore = now;
    setTime(state.at >= last ? 0 : state.at + seconds * Math.max(8, last / 12));
    requestAnimationFrame(step);
  };
  const toggle = () => {
    state.playing = !state.playing && last > 0;
    play.textContent = state.playing ? '❚❚ Pause' : '▶ Play';
    clockBefore = performance.now();
    if (state.playing) requestAnimationFrame(step);
  };
  play.addEventListener('click', toggle);
  slider.addEventListener('input', () => { state.playing = false; play.textContent = '▶ Play'; setTime(+slider.value); });
  colour.addEventListener('change', () => setColour(+colour.value));
  const turn = (dx, dy) => { state.yaw -= dx; state.pitch = Math.min(1.55, Math.max(-1.55, state.pitch + dy)); later(); };
  const zoom = by => { state.zoom = Math.min(30, Math.max(.3, state.zoom * by)); later(); };
  const pointers = new Map();
  let moved = 0;
  canvas.addEventListener('pointerdown', e => { canvas.setPointerCapture(e.pointerId); pointers.set(e.pointerId, [e.clientX, e.clientY]); moved = 0; });
  canvas.addEventListener('pointermove', e => {
    const before = pointers.get(e.pointerId);
    if (!before) return;
    const dx = e.clientX - before[0], dy = e.clientY - before[1];
    if (pointers.size === 2) {
      const other = [...pointers.entries()].find(p => p[0] !== e.pointerId)[1];
      zoom(Math.hypot(e.clientX - other[0], e.clientY - other[1]) / (Math.hypot(before[0] - other[0], before[1] - other[1]) || 1));
    } else if (e.shiftKey) {
      state.shift[0] += dx / canvas.clientHeight / state.zoom; state.shift[1] -= dy / canvas.clientHeight / state.zoom; later();
    } else turn(-.008 * dx, .008 * dy);
    moved += Math.abs(dx) + Math.abs(dy);
    pointers.set(e.pointerId, [e.clientX, e.clientY]);
  });
  const release = e => {
    if (pointers.delete(e.pointerId) && moved < 4 && e.type === 'pointerup') {
      const box = canvas.getBoundingClientRect();
      pick((e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height);
    }
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('wheel', e => { e.preventDefault(); zoom(Math.exp(-.0012 * e.deltaY)); }, {passive: false});
  const flip = box => { box.checked = !box.checked; box.dispatchEvent(new Event('change')); };
  canvas.addEventListener('keydown', e => {
    const does = {' ': toggle, ArrowLeft: () => (e.shiftKey ? turn(-.1, 0) : setTime(Math.ceil(state.at) - 1)), ArrowRight: () => (e.shiftKey ? turn(.1, 0) : setTime(Math.floor(state.at) + 1)),
      ArrowUp: () => turn(0, .1), ArrowDown: () => turn(0, -.1), Home: () => setTime(0), End: () => setTime(last), '+': () => zoom(1.15), '-': () => zoom(1 / 1.15),
      c: () => setColour((fields.indexOf(state.field) + 1) % fields.length), f: () => flip(chainsBox), w: () => flip(wallsBox), Escape: () => { state.picked = 0xffffffff; picked.hidden = true; later(); },
      r: () => { Object.assign(state, {...home, zoom: 1, shift: [0, 0]}); later(); }}[e.key];
    if (does) { e.preventDefault(); does(); }
  });
  window.addEventListener('resize', later);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', later);
  setColour(0);
  setTime(last);
  paintNow();
  /* for tests, and for whoever is curious */
  return {about, frames, fields, state, grainOf, pick, setTime, setColour, camera, plain, uploaded: draw.uploaded, paint: () => { paintNow(); return shown; }};
};
