/** The sphere: the sea, darker at night. */
export const earthShader = {
  vertex: `
    attribute vec3 place;
    uniform mat4 view;
    uniform vec3 sun;
    varying float light;
    void main() {
      light = dot(place, sun);
      gl_Position = view * vec4(place, 1.0);
    }`,
  fragment: `
    precision mediump float;
    uniform vec3 day;
    uniform vec3 night;
    varying float light;
    void main() {
      gl_FragColor = vec4(mix(night, day, clamp(light * 5.0 + 0.5, 0.0, 1.0)), 1.0);
    }`,
};

/** Lines of one color, in the Earth's frame after a turn by an angle. */
export const lineShader = {
  vertex: `
    attribute vec3 place;
    uniform mat4 view;
    uniform vec2 turn;
    uniform float scale;
    void main() {
      vec3 at = vec3(turn.x * place.x + turn.y * place.y, turn.x * place.y - turn.y * place.x, place.z) * scale;
      gl_Position = view * vec4(at, 1.0);
    }`,
  fragment: `
    precision mediump float;
    uniform vec4 color;
    void main() { gl_FragColor = vec4(color.rgb * color.a, color.a); }`,
};

/** Objects between two keyframes; `turn` is the cosine and sine of the Earth's rotation. */
export const objectShader = {
  vertex: `
    attribute vec3 firstPlace;
    attribute vec3 firstMotion;
    attribute vec3 secondPlace;
    attribute vec3 secondMotion;
    attribute float group;
    uniform mat4 view;
    uniform vec2 turn;
    uniform vec4 weights;
    uniform float scale;
    uniform float size;
    uniform vec4 colors[9];
    varying vec4 color;
    varying float radius;
    void main() {
      color = colors[int(group)];
      radius = size * 0.5;
      vec3 at = weights.x * firstPlace + weights.y * firstMotion + weights.z * secondPlace + weights.w * secondMotion;
      bool missing = dot(firstPlace, firstPlace) < 1.0 || dot(secondPlace, secondPlace) < 1.0;
      vec3 fixedAt = vec3(turn.x * at.x + turn.y * at.y, turn.x * at.y - turn.y * at.x, at.z) * scale;
      gl_Position = missing || color.a == 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : view * vec4(fixedAt, 1.0);
      gl_PointSize = size + 1.0;
    }`,
  fragment: `
    precision mediump float;
    varying vec4 color;
    varying float radius;
    void main() {
      float away = length(gl_PointCoord - 0.5) * (radius * 2.0 + 1.0);
      float alpha = color.a * clamp(radius + 0.5 - away, 0.0, 1.0);
      if (alpha < 0.05) discard;
      gl_FragColor = vec4(color.rgb * alpha, alpha);
    }`,
};

/** The same as plain squares: rendering round ones on a CPU takes twice as long. */
export const plainObjectShader = {
  vertex: objectShader.vertex.replace('size + 1.0', 'size'),
  fragment: `
    precision mediump float;
    varying vec4 color;
    void main() { gl_FragColor = vec4(color.rgb * color.a, color.a); }`,
};
