/* A chain: all beads over time as a picture, and the beads as they move. */
const chainView = (series, picture) => {
  const section = document.getElementById('chain');
  if (!section || !series) return null;
  const time = series.columns[0];
  /* the picture of all beads, or else the velocities that were recorded */
  let grid = null;
  if (picture) {
    grid = {times: picture.rows.map(r => r[0]), beads: picture.beads, unit: picture.unit, name: picture.unit === 'N' ? 'force' : 'velocity', value: (k, b) => picture.rows[k][b + 1]};
  } else {
    const columns = series.columns.filter(c => /^velocity_\d+$/.test(c.name));
    if (columns.length > 1) grid = {times: time.values, beads: columns.map(c => +c.name.slice(9)), unit: 'm/s', name: 'velocity', value: (k, b) => columns[b].values[k]};
  }
  if (!grid || grid.times.length < 2) return null;
  section.hidden = false;
  html('h2', {textContent: `Time and distance: ${grid.name} of ${grid.beads.length} beads`}, section);
  const n = grid.times.length, rows = grid.beads.length;
  let most = 0, least = 0;
  for (let k = 0; k < n; k++)
    for (let b = 0; b < rows; b++) { const v = grid.value(k, b) || 0; most = Math.max(most, Math.abs(v)); least = Math.min(least, v); }
  const shade = (v, paper) => { /* blue below, red above, the paper at rest */
    const s = Math.sign(v) * Math.sqrt(Math.min(1, Math.abs(v) / (most || 1))), to = s < 0 ? [20, 104, 190] : [214, 69, 28];
    return paper.map((p, i) => Math.round(p + Math.abs(s) * (to[i] - p)));
  };
  const figure = html('figure', {}, section), canvas = html('canvas', {className: 'distance', width: n, height: rows}, figure);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `${grid.name} over time (to the right) and beads (upwards)`);
  html('figcaption', {textContent: `From ${quantity(grid.times[0], 's')} to ${quantity(grid.times[n - 1], 's')} (to the right), beads ${grid.beads[0]} to ${grid.beads[rows - 1]} (upwards); red is up to ${quantity(most, grid.unit)}${least < 0 ? `, blue down to ${quantity(-most, grid.unit)}` : ''}, shaded by the square root.`}, figure);
  const moving = html('figure', {style: 'margin-top:1rem'}, section), beads = html('canvas', {className: 'beads', tabIndex: 0}, moving);
  const controls = html('div', {className: 'controls'}, section), play = html('button', {type: 'button', textContent: '▶ Play'}, controls);
  const slider = html('input', {type: 'range', min: 0, max: n - 1, step: 1, value: 0}, controls), clock = html('output', {}, controls);
  slider.setAttribute('aria-label', 'time');
  const offsets = series.columns.filter(c => /^displacement_\d+$/.test(c.name));
  const paperOf = () => {
    const text = getComputedStyle(document.documentElement).getPropertyValue('--panel').trim();
    return [1, 3, 5].map(k => parseInt(text.slice(k, k + 2), 16));
  };
  const drawGrid = () => {
    const paint = canvas.getContext('2d'), image = paint.createImageData(n, rows), paper = paperOf();
    for (let k = 0; k < n; k++) for (let b = 0; b < rows; b++) image.data.set([...shade(grid.value(k, b) || 0, paper), 255], 4 * ((rows - 1 - b) * n + k));
    paint.putImageData(image, 0, 0);
  };
  let at = 0, playing = false;
  const drawBeads = () => {
    const width = beads.width = beads.clientWidth * Math.min(2, devicePixelRatio || 1), height = beads.height = beads.clientHeight * Math.min(2, devicePixelRatio || 1);
    const paint = beads.getContext('2d'), shown = Math.min(rows, 200), radius = Math.min(.42 * height, .5 * width / (shown + 1)), paper = paperOf();
    const near = t => { let low = 0, high = time.values.length - 1; while (low < high) { const m = (low + high) >> 1; if (time.values[m] < t) low = m + 1; else high = m; } return low; };
    const row = near(grid.times[at]);
    let largest = 0;
    offsets.forEach(c => c.values.forEach(v => { largest = Math.max(largest, Math.abs(v || 0)); }));
    for (let i = 0; i < shown; i++) {
      const b = shown < 2 ? 0 : Math.round(i * (rows - 1) / (shown - 1)), own = offsets.find(c => c.name === `displacement_${grid.beads[b]}`);
      const x = width * (i + 1) / (shown + 1) + (own && largest ? own.values[row] / largest * .35 * radius : 0), c = shade(grid.value(at, b) || 0, paper);
      paint.beginPath();
      paint.arc(x, height / 2, .94 * radius, 0, 7);
      paint.fillStyle = `rgb(${c.join()})`;
      paint.fill();
      paint.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--soft');
      paint.lineWidth = Math.max(.5, .04 * radius);
      paint.stroke();
    }
    clock.textContent = quantity(grid.times[at], 's');
    slider.value = at;
  };
  const setTime = k => { at = Math.min(n - 1, Math.max(0, Math.round(k))); drawBeads(); };
  const step = () => { if (!playing) return; setTime(at >= n - 1 ? 0 : at + Math.max(1, Math.round(n / 480))); requestAnimationFrame(step); };
  const toggle = () => { playing = !playing; play.textContent = playing ? '❚❚ Pause' : '▶ Play'; if (playing) requestAnimationFrame(step); };
  play.addEventListener('click', toggle);
  slider.addEventListener('input', () => setTime(+slider.value));
  beads.addEventListener('keydown', e => { const does = {' ': toggle, ArrowLeft: () => setTime(at - 1), ArrowRight: () => setTime(at + 1), Home: () => setTime(0), End: () => setTime(n - 1)}[e.key]; if (does) { e.preventDefault(); does(); } });
  canvas.addEventListener('click', e => { const box = canvas.getBoundingClientRect(); setTime((e.clientX - box.left) / box.width * (n - 1)); });
  window.addEventListener('resize', drawBeads);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { drawGrid(); drawBeads(); });
  drawGrid();
  setTime(Math.round(n / 3));
  return {grid, setTime, most, at: () => at};
};
