/* Grains, contacts and walls drawn by WebGL2. All frames are on the graphics processor from the
 * start: another frame is another offset, so that neither the number of calls nor the bytes sent for
 * a picture depend on how many grains there are. Spheres are squares on which a ray is followed. */
const ramp = (() => { /* from blue over sand to red; nothing too dark for shading */
  const stops = ['34539f', '3f78b8', '559fca', '85c3c8', 'bcdcb9', 'ece3a4', 'f8c476', 'f29a57', 'e06a48', 'c23b40', '9a2342'];
  const rgb = stops.map(s => [0, 2, 4].map(k => parseInt(s.slice(k, k + 2), 16)));
  return share => {
    const at = Math.min(1, Math.max(0, share)) * (rgb.length - 1), i = Math.min(rgb.length - 2, Math.floor(at));
    return [0, 1, 2].map(k => Math.round(rgb[i][k] + (at - i) * (rgb[i + 1][k] - rgb[i][k])));
  };
})();
const wheel = i => { /* colours of things that have no order */
  const h = (i * .61803398875 + .55) % 1, f = n => { const k = (n + h * 12) % 12; return .58 - .34 * Math.max(-1, Math.min(k - 3, 9 - k, 1)); };
  return [f(0), f(8), f(4)].map(v => Math.round(255 * v));
};

const shaders = {
  common: `#version 300 es
precision highp float;
precision highp int;
`,
  grain: `
layout(location=0) in vec3 from; layout(location=1) in float radius; layout(location=2) in float fromValue;
layout(location=3) in vec3 to; layout(location=4) in float toValue; layout(location=5) in uint id;
layout(location=6) in float material;
uniform mat4 view, projection; uniform vec3 low, span; uniform float largest, mixing, shrink, categories, floor_, gain;
uniform uint picked; uniform sampler2D colours;
out vec3 centre, place, colour; flat out float size;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec3 jump = abs(to - from);
  float share = max(jump.x, max(jump.y, jump.z)) > 0.5 ? 0.0 : mixing; /* across a periodic border */
  centre = (view * vec4(low + span * mix(from, to, share), 1.0)).xyz;
  size = radius * largest * shrink;
  float away = length(centre);
  vec3 ahead = centre / away, right = normalize(cross(ahead, vec3(0, 1, 0))), up = cross(right, ahead);
  float reach = size * away / sqrt(max(away * away - size * size, 1e-3 * away * away));
  place = centre + (right * corner.x + up * corner.y) * reach;
  float value = categories > 0.5 ? (categories > 1.5 ? float(id % 64u) : mod(material * 65535.0, 64.0)) / 64.0 + 0.5 / 64.0
                                 : clamp((mix(fromValue, toValue, share) - floor_) * gain, 0.0, 1.0) * 255.0 / 256.0 + 0.5 / 256.0;
  colour = texture(colours, vec2(value, categories > 0.5 ? 0.75 : 0.25)).rgb;
  if (id == picked) colour = vec3(1.0, 0.15, 0.75);
  gl_Position = projection * vec4(place, 1.0);
}`,
  grainColour: `
in vec3 centre, place, colour; flat in float size; uniform mat4 projection; out vec4 paint;
void main() {
  vec3 ray = normalize(place);
  float along = dot(ray, centre), inside = along * along - dot(centre, centre) + size * size;
  if (inside < 0.0) discard;
  vec3 hit = ray * (along - sqrt(inside)), normal = (hit - centre) / size;
  vec4 clip = projection * vec4(hit, 1.0);
  gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
  vec3 light = normalize(vec3(0.35, 0.8, 0.55)), halfway = normalize(light - ray);
  float lit = max(dot(normal, light), 0.0), sky = 0.5 + 0.5 * normal.y, rim = pow(1.0 - max(dot(normal, -ray), 0.0), 3.0);
  vec3 shade = colour * (0.30 + 0.18 * sky + 0.62 * lit) + vec3(0.16) * pow(max(dot(normal, halfway), 0.0), 36.0);
  paint = vec4(shade * (1.0 - 0.35 * rim), 1.0);
}`,
  contact: `
layout(location=0) in vec3 from; layout(location=1) in vec3 to; layout(location=2) in float force;
uniform mat4 view, projection; uniform vec3 low, span; uniform float thick, gain; out vec3 colour; out float across;
uniform sampler2D colours;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec3 a = (view * vec4(low + span * from, 1.0)).xyz, b = (view * vec4(low + span * to, 1.0)).xyz;
  vec3 at = mix(a, b, corner.x), side = normalize(cross(b - a, at) + vec3(1e-9));
  across = corner.y * 2.0 - 1.0;
  float strength = sqrt(min(force * gain, 1.6));
  at += side * across * thick * (0.03 + 0.97 * strength);
  colour = texture(colours, vec2(0.4 + 0.55 * min(strength, 1.0), 0.25)).rgb;
  gl_Position = projection * vec4(at, 1.0);
}`,
  contactColour: `
in vec3 colour; in float across; out vec4 paint;
void main() { paint = vec4(colour * (1.0 - 0.55 * across * across), 1.0); }`,
  wall: `
layout(location=0) in vec3 corner; uniform mat4 view, projection; out vec3 place;
void main() { place = (view * vec4(corner, 1.0)).xyz; gl_Position = projection * vec4(place, 1.0); }`,
  wallColour: `
in vec3 place; uniform vec4 ink; uniform float lines; out vec4 paint;
void main() {
  if (lines > 0.5) { paint = vec4(ink.rgb, 0.55); return; }
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  float lit = 0.75 + 0.25 * abs(dot(normal, normalize(vec3(0.35, 0.8, 0.55))));
  paint = vec4(ink.rgb * lit, gl_FrontFacing ? 0.17 : 0.04);
}`,
  screen: `
out vec2 at;
void main() { at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0); }`,
  /* darkens what lies behind its neighbours, so that depth is seen; averages finer pixels */
  screenColour: `
in vec2 at; uniform sampler2D image, depth; uniform vec2 pixel; uniform float near, far; uniform vec3 paper; out vec4 paint;
float away(vec2 p) { float z = texture(depth, p).r; return log2(2.0 * near * far / (far + near - (2.0 * z - 1.0) * (far - near))); }
void main() {
  vec3 sum = vec3(0);
  for (int i = 0; i < 4; i++) {
    vec2 p = at + (vec2(i & 1, i >> 1) - 0.5) * pixel;
    float here = away(p), dark = 0.0;
    for (int k = 0; k < 8; k++) {
      float a = 0.7853982 * float(k);
      dark += clamp(here - away(p + 2.2 * pixel * vec2(cos(a), sin(a))), 0.0, 0.25);
    }
    vec4 c = texture(image, p);
    sum += (paper * (1.0 - c.a) + c.rgb) * exp(-1.1 * dark); /* colours times their alpha */
  }
  paint = vec4(0.25 * sum, 1.0);
}`};

/* How far beyond the grains walls are drawn: those of a machine whole, endless ones not. */
const wallRoom = about => .5 * Math.max(...about.high.map((v, k) => v - about.low[k]));

const drawing = (canvas, about, bytes) => {
  const gl = canvas.getContext('webgl2', {antialias: false, alpha: false, powerPreference: 'high-performance'});
  if (!gl) return null;
  const count = {draws: 0, bytes: 0, uploaded: 0};
  const program = (vertex, fragment) => {
    const made = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, shaders.common + text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
    const names = {};
    for (let i = 0; i < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); i++) {
      const name = gl.getActiveUniform(made, i).name;
      names[name] = gl.getUniformLocation(made, name);
    }
    return {made, names};
  };
  const grains = program(shaders.grain, shaders.grainColour), contacts = program(shaders.contact, shaders.contactColour);
  const walls = program(shaders.wall, shaders.wallColour), screen = program(shaders.screen, shaders.screenColour);
  const send = data => { /* once; everything that is sent is counted */
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    count.bytes += data.byteLength;
    return buffer;
  };
  const grainBuffer = send(bytes.subarray(0, about.contacts_at)), contactBuffer = send(bytes.subarray(about.contacts_at, about.corners_at));
  const colours = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, colours);
  const table = new Uint8Array(256 * 2 * 4);
  for (let i = 0; i < 256; i++) {
    table.set([...ramp(i / 255), 255], 4 * i);
    table.set([...wheel(i >> 2), 255], 4 * (256 + i));
  }
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 2, 0, gl.RGBA, gl.UNSIGNED_BYTE, table);
  for (const which of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, which, gl.NEAREST);

  /* Walls, cut off beyond the grains, with the edges where faces meet at an angle, or end;
   * found and sent once for every position of walls. */
  const beyond = wallRoom(about);
  const cut = polygon => {
    for (let k = 0; k < 3; k++)
      for (const side of [1, -1]) {
        const end = side > 0 ? about.high[k] + beyond : beyond - about.low[k], kept = [];
        polygon.forEach((p, i) => {
          const q = polygon[(i + 1) % polygon.length], dp = side * p[k] - end, dq = side * q[k] - end;
          if (dp <= 0) kept.push(p);
          if (dp < 0 ? dq > 0 : dp > 0 && dq < 0) kept.push(p.map((v, c) => v + (q[c] - v) * dp / (dp - dq)));
        });
        polygon = kept;
      }
    return polygon;
  };
  const wallSets = new Map();
  const wallsOf = frame => {
    if (wallSets.has(frame.first_corner)) return wallSets.get(frame.first_corner);
    const place = new DataView(bytes.buffer, bytes.byteOffset + about.corners_at + 16 * frame.first_corner);
    const at = i => [0, 4, 8].map(k => place.getFloat32(16 * i + k, true)), seen = new Map(), faces = [], edges = [];
    for (let t = 0; t < frame.corners; t += 3) {
      const p = [at(t), at(t + 1), at(t + 2)], u = p[1].map((v, k) => v - p[0][k]), w = p[2].map((v, k) => v - p[0][k]);
      let n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
      const size = Math.hypot(...n) || 1, inside = cut(p), key = inside.map(q => q.map(v => (v / extent).toFixed(4)).join());
      n = n.map(v => v / size);
      for (let i = 2; i < inside.length; i++) faces.push(...inside[0], ...inside[i - 1], ...inside[i]);
      inside.forEach((q, i) => {
        const j = (i + 1) % inside.length, name = key[i] < key[j] ? key[i] + ';' + key[j] : key[j] + ';' + key[i], other = seen.get(name);
        if (!other) seen.set(name, {n, a: q, b: inside[j]});
        else if (Math.abs(n[0] * other.n[0] + n[1] * other.n[1] + n[2] * other.n[2]) > .85) other.flat = true;
      });
    }
    for (const e of seen.values()) if (!e.flat) edges.push(...e.a, ...e.b);
    const made = {faces: send(new Float32Array(faces)), corners: faces.length / 3, edges: send(new Float32Array(edges)), ends: edges.length / 3};
    wallSets.set(frame.first_corner, made);
    return made;
  };
  const extent = Math.hypot(...about.high.map((v, k) => v - about.low[k])) || 1;
  about.frames.forEach(f => { if (f.corners) wallsOf(f); });
  count.uploaded = count.bytes;

  let target = null;
  const room = (width, height) => { /* pictures finer than the screen, made anew when it changes */
    if (target && target.width === width && target.height === height) return target;
    if (target) { gl.deleteTexture(target.image); gl.deleteTexture(target.depth); gl.deleteFramebuffer(target.frame); }
    const texture = (inner, outer, type) => {
      const made = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, made);
      gl.texImage2D(gl.TEXTURE_2D, 0, inner, width, height, 0, outer, type, null);
      for (const which of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, which, gl.NEAREST);
      for (const which of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, which, gl.CLAMP_TO_EDGE);
      return made;
    };
    const image = texture(gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE), depth = texture(gl.DEPTH_COMPONENT24, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, image, 0);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth, 0);
    return target = {width, height, image, depth, frame};
  };
  const short = (place, size, offset, stride, divisor) => {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.UNSIGNED_SHORT, true, stride, offset);
    gl.vertexAttribDivisor(place, divisor);
  };
  const clear = () => { for (let i = 0; i < 8; i++) { gl.disableVertexAttribArray(i); gl.vertexAttribDivisor(i, 0); } };
  const draw = (mode, first, size, instances) => {
    count.draws++;
    if (instances === undefined) gl.drawArrays(mode, first, size);
    else gl.drawArraysInstanced(mode, first, size, instances);
  };

  /* One picture: what = {frame, next, mixing, camera, field, range, categories, shrink, chains, chainGain, walls, picked, paper, ink}. */
  const picture = what => {
    const before = {draws: count.draws, bytes: count.bytes};
    const width = canvas.width, height = canvas.height, fine = Math.max(1, Math.min(2, Math.sqrt(5e6 / (width * height))));
    const t = room(Math.round(width * fine), Math.round(height * fine)), {view, projection, near, far} = what.camera;
    const span = about.high.map((v, k) => v - about.low[k]);
    const use = (p, more) => {
      gl.useProgram(p.made);
      gl.uniformMatrix4fv(p.names.view, false, view);
      gl.uniformMatrix4fv(p.names.projection, false, projection);
      if (p.names.low) { gl.uniform3fv(p.names.low, about.low); gl.uniform3fv(p.names.span, span); }
      for (const name in more) gl.uniform1f(p.names[name], more[name]);
    };
    gl.bindFramebuffer(gl.FRAMEBUFFER, t.frame);
    gl.viewport(0, 0, t.width, t.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, colours);
    clear();
    gl.bindBuffer(gl.ARRAY_BUFFER, grainBuffer);
    const from = 20 * what.frame.first, to = 20 * what.next.first;
    short(0, 3, from, 20, 1); short(1, 1, from + 6, 20, 1); short(2, 1, from + what.field, 20, 1);
    short(3, 3, to, 20, 1); short(4, 1, to + what.field, 20, 1); short(6, 1, from + 14, 20, 1);
    gl.enableVertexAttribArray(5);
    gl.vertexAttribIPointer(5, 1, gl.UNSIGNED_INT, 20, from + 16);
    gl.vertexAttribDivisor(5, 1);
    use(grains, {largest: about.radius, mixing: what.mixing, shrink: what.shrink, categories: what.categories, floor_: what.range[0], gain: 1 / (what.range[1] - what.range[0] || 1)});
    gl.uniform1ui(grains.names.picked, what.picked);
    gl.uniform1i(grains.names.colours, 0);
    draw(gl.TRIANGLE_STRIP, 0, 4, what.frame.grains);
    if (what.chains && what.frame.contacts) {
      clear();
      gl.bindBuffer(gl.ARRAY_BUFFER, contactBuffer);
      const at = 16 * what.frame.first_contact;
      short(0, 3, at, 16, 1); short(1, 3, at + 6, 16, 1); short(2, 1, at + 12, 16, 1);
      use(contacts, {thick: .5 * about.radius, gain: what.chainGain});
      gl.uniform1i(contacts.names.colours, 0);
      draw(gl.TRIANGLE_STRIP, 0, 4, what.frame.contacts);
    }
    if (what.walls && what.frame.corners) {
      clear();
      gl.enable(gl.BLEND);
      gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.depthMask(false);
      const set = wallsOf(what.frame);
      gl.bindBuffer(gl.ARRAY_BUFFER, set.faces);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);
      use(walls, {lines: 0});
      gl.uniform4f(walls.names.ink, ...what.ink, 1);
      draw(gl.TRIANGLES, 0, set.corners);
      gl.bindBuffer(gl.ARRAY_BUFFER, set.edges);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);
      gl.uniform1f(walls.names.lines, 1);
      draw(gl.LINES, 0, set.ends);
      gl.depthMask(true);
      gl.disable(gl.BLEND);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.DEPTH_TEST);
    clear();
    gl.useProgram(screen.made);
    gl.bindTexture(gl.TEXTURE_2D, t.image);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, t.depth);
    gl.uniform1i(screen.names.image, 0);
    gl.uniform1i(screen.names.depth, 1);
    gl.uniform2f(screen.names.pixel, 1 / t.width, 1 / t.height);
    gl.uniform1f(screen.names.near, near);
    gl.uniform1f(screen.names.far, far);
    gl.uniform3f(screen.names.paper, ...what.paper);
    draw(gl.TRIANGLES, 0, 3);
    return {draws: count.draws - before.draws, bytes: count.bytes - before.bytes};
  };
  return {picture, uploaded: count.uploaded};
};

/* The same without WebGL: circles from back to front. */
const plainDrawing = (canvas, about, grainsOf) => {
  const paint = canvas.getContext('2d');
  const picture = what => {
    const {view, projection} = what.camera, width = canvas.width, height = canvas.height, list = [];
    paint.fillStyle = `rgb(${what.paper.map(v => 255 * v).join()})`;
    paint.fillRect(0, 0, width, height);
    const total = what.frame.grains, stride = Math.max(1, Math.ceil(total / 15000));
    for (let i = 0; i < total; i += stride) {
      const g = grainsOf(what.frame, i), p = [0, 1, 2].map(r => view[r] * g.position[0] + view[4 + r] * g.position[1] + view[8 + r] * g.position[2] + view[12 + r]);
      if (p[2] > -1e-9) continue;
      const x = (projection[0] * p[0] / -p[2] + 1) / 2 * width, y = (1 - projection[5] * p[1] / -p[2]) / 2 * height;
      list.push({x, y, z: p[2], r: what.shrink * g.radius * projection[5] / -p[2] / 2 * height, colour: what.colourOf(g)});
    }
    list.sort((a, b) => a.z - b.z);
    for (const c of list) {
      const fill = paint.createRadialGradient(c.x - .35 * c.r, c.y - .4 * c.r, .05 * c.r, c.x, c.y, c.r);
      fill.addColorStop(0, `rgb(${c.colour.map(v => Math.min(255, v + 55)).join()})`);
      fill.addColorStop(.6, `rgb(${c.colour.join()})`);
      fill.addColorStop(1, `rgb(${c.colour.map(v => Math.round(.45 * v)).join()})`);
      paint.fillStyle = fill;
      paint.beginPath();
      paint.arc(c.x, c.y, Math.max(.5, c.r), 0, 7);
      paint.fill();
    }
    return {draws: 0, bytes: 0};
  };
  return {picture, uploaded: 0};
};
