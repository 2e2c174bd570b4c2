/** A program with the locations of its inputs. */
export interface Program {
  use(): void;
  attribute(name: string): number;
  uniform(name: string): WebGLUniformLocation | null;
}

function compile(gl: WebGLRenderingContext, kind: number, source: string): WebGLShader {
  const shader = gl.createShader(kind);
  if (!shader) throw new Error('the WebGL context is lost');
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
    throw new Error(gl.getShaderInfoLog(shader) ?? 'a shader does not compile');
  return shader;
}

/** Compiles and links. Throws if the machine cannot compile the shaders. */
export function program(gl: WebGLRenderingContext, source: { vertex: string; fragment: string }): Program {
  const linked = gl.createProgram();
  gl.attachShader(linked, compile(gl, gl.VERTEX_SHADER, source.vertex));
  gl.attachShader(linked, compile(gl, gl.FRAGMENT_SHADER, source.fragment));
  gl.linkProgram(linked);
  if (!gl.getProgramParameter(linked, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(linked) ?? 'the program does not link');
  const uniforms = new Map<string, WebGLUniformLocation | null>();
  return {
    use: () => gl.useProgram(linked),
    attribute: (name) => gl.getAttribLocation(linked, name),
    uniform(name) {
      if (!uniforms.has(name)) uniforms.set(name, gl.getUniformLocation(linked, name));
      return uniforms.get(name)!;
    },
  };
}

/** A buffer filled with numbers. */
export function filled(
  gl: WebGLRenderingContext,
  numbers: BufferSource,
  target: number = gl.ARRAY_BUFFER,
): WebGLBuffer {
  const buffer = gl.createBuffer();
  gl.bindBuffer(target, buffer);
  gl.bufferData(target, numbers, gl.STATIC_DRAW);
  return buffer;
}

/** A sphere of radius 1 as triangles: places, and the corners of each triangle. */
export function sphere(columns: number, rows: number) {
  const places = new Float32Array((columns + 1) * (rows + 1) * 3);
  const corners = new Uint16Array(columns * rows * 6);
  let corner = 0;
  for (let row = 0; row <= rows; row += 1)
    for (let column = 0; column <= columns; column += 1) {
      const [polar, around] = [(Math.PI * row) / rows, (2 * Math.PI * column) / columns];
      const at = row * (columns + 1) + column;
      const across = Math.sin(polar);
      places.set([across * Math.cos(around), across * Math.sin(around), Math.cos(polar)], at * 3);
      if (row === rows || column === columns) continue;
      const below = at + columns + 1;
      corners.set([at, below, at + 1, at + 1, below, below + 1], corner);
      corner += 6;
    }
  return { places, corners };
}
