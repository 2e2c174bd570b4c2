import { STATE_SIZE } from '../../../orbit/vector.ts';
import { EARTH_RADIUS } from '../motion.ts';
import { earthShader, lineShader, objectShader, plainObjectShader } from './shaders.ts';
import { filled, program, sphere } from './webgl-program.ts';

/** Red, green, blue and opacity, 0 to 1 each. */
export type Color = readonly [number, number, number, number];

/** The colors of a theme. */
export interface Theme {
  /** Background of the canvas: the color of the page. */
  readonly sky: Color;
  readonly day: Color;
  readonly night: Color;
  readonly coast: Color;
  readonly graticule: Color;
  readonly path: Color;
  readonly track: Color;
  readonly mark: Color;
}

/** The contents of one picture. */
interface Picture {
  readonly theme: Theme;
  /** From Earth-fixed Earth radii to clip space, by columns. */
  readonly view: Float32Array;
  /** Rotation angle of the Earth, radians. */
  readonly sidereal: number;
  /** Direction to the Sun, Earth-fixed. */
  readonly sun: readonly number[];
  /** Hermite's weights of the two keyframes. */
  readonly weights: readonly number[];
  /** The color of each group; an opacity of 0 leaves it out. */
  readonly colors: readonly Color[];
  /** Diameter of a point, in pixels of the drawing. */
  readonly dot: number;
  /** The marked row; null if there is none. */
  readonly marked: number | null;
}

/** The globe on a canvas. */
export interface Drawing {
  /** Maximum number of drawing pixels per CSS pixel. */
  readonly mostPixels: number;
  setLines(coast: Float32Array<ArrayBuffer>, graticule: Float32Array<ArrayBuffer>): void;
  setGroups(groupOf: Uint8Array<ArrayBuffer>): void;
  /** Uploads the earlier (0) or the later (1) keyframe. */
  setKeyframe(which: 0 | 1, states: Float32Array<ArrayBuffer>): void;
  /** Sets an orbit, x, y, z in km, inertial, and its ground track in Earth-fixed Earth radii. */
  setPath(path: Float32Array<ArrayBuffer> | null, track: Float32Array<ArrayBuffer> | null): void;
  draw(picture: Picture): void;
}

/** Whether WebGL renders on the CPU. `failIfMajorPerformanceCaveat` does not reveal it in every browser. */
function isSoftware(gl: WebGLRenderingContext | null): boolean {
  const names = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = names ? String(gl!.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** Whether to smooth edges: only if pixels are large enough to see them and a graphics card renders. On a CPU it doubles the time. */
function smooths(): boolean {
  if (devicePixelRatio >= 1.5) return false;
  const probe = document.createElement('canvas').getContext('webgl');
  const software = isSoftware(probe);
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return !software;
}

/** Prepares a canvas; null if it has no WebGL. Throws if the machine's WebGL cannot compile the shaders. */
export function openDrawing(canvas: HTMLCanvasElement): Drawing | null {
  const gl = canvas.getContext('webgl', { alpha: false, antialias: smooths(), powerPreference: 'low-power' });
  return gl && new WebglDrawing(gl);
}

const lineNames = ['graticule', 'coast', 'track', 'path'] as const;
type LineName = (typeof lineNames)[number];

class WebglDrawing implements Drawing {
  readonly mostPixels: number;
  readonly #gl: WebGLRenderingContext;
  readonly #earth: ReturnType<typeof program>;
  readonly #line: ReturnType<typeof program>;
  readonly #objects: ReturnType<typeof program>;
  readonly #ball: { readonly places: WebGLBuffer; readonly corners: WebGLBuffer; readonly count: number };
  readonly #lines: Readonly<Record<LineName, { readonly buffer: WebGLBuffer; points: number }>>;
  readonly #groups: WebGLBuffer;
  readonly #keyframes: readonly [WebGLBuffer, WebGLBuffer];
  #count = 0;

  constructor(gl: WebGLRenderingContext) {
    this.#gl = gl;
    const software = isSoftware(gl);
    this.mostPixels = software ? 1 : 2;
    this.#earth = program(gl, earthShader);
    this.#line = program(gl, lineShader);
    this.#objects = program(gl, software ? plainObjectShader : objectShader);
    const { places, corners } = sphere(72, 36);
    this.#ball = {
      places: filled(gl, places),
      corners: filled(gl, corners, gl.ELEMENT_ARRAY_BUFFER),
      count: corners.length,
    };
    const line = () => ({ buffer: gl.createBuffer(), points: 0 });
    this.#lines = { coast: line(), graticule: line(), path: line(), track: line() };
    this.#groups = gl.createBuffer();
    this.#keyframes = [gl.createBuffer(), gl.createBuffer()];
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  setLines(coast: Float32Array<ArrayBuffer>, graticule: Float32Array<ArrayBuffer>): void {
    this.#setLine('coast', coast);
    this.#setLine('graticule', graticule);
  }

  setGroups(groupOf: Uint8Array<ArrayBuffer>): void {
    this.#fill(this.#groups, groupOf);
  }

  setKeyframe(which: 0 | 1, states: Float32Array<ArrayBuffer>): void {
    this.#fill(this.#keyframes[which], states);
    this.#count = states.length / STATE_SIZE;
  }

  setPath(path: Float32Array<ArrayBuffer> | null, track: Float32Array<ArrayBuffer> | null): void {
    this.#setLine('path', path);
    this.#setLine('track', track);
  }

  draw(picture: Picture): void {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    const [red, green, blue] = picture.theme.sky;
    gl.clearColor(red, green, blue, 1);
    // Objects above the Earth do not write depth, so they hide nothing; the Earth does, so it is opaque.
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.#drawEarth(picture);
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    this.#drawLines(picture);
    if (this.#count > 0) this.#drawObjects(picture);
  }

  #fill(buffer: WebGLBuffer, numbers: BufferSource): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
  }

  /** Sets the points of a line, three numbers each; null removes it. */
  #setLine(name: LineName, points: Float32Array<ArrayBuffer> | null): void {
    const line = this.#lines[name];
    if (points) this.#fill(line.buffer, points);
    line.points = points ? points.length / 3 : 0;
  }

  #attribute(at: number, buffer: WebGLBuffer, size: number, type: number, stride = 0, offset = 0): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, type, false, stride, offset);
  }

  #drawEarth({ theme, view, sun }: Picture): void {
    const [gl, earth, ball] = [this.#gl, this.#earth, this.#ball];
    earth.use();
    gl.uniformMatrix4fv(earth.uniform('view'), false, view);
    gl.uniform3fv(earth.uniform('sun'), sun);
    gl.uniform3fv(earth.uniform('day'), theme.day.slice(0, 3));
    gl.uniform3fv(earth.uniform('night'), theme.night.slice(0, 3));
    this.#attribute(earth.attribute('place'), ball.places, 3, gl.FLOAT);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, ball.corners);
    gl.drawElements(gl.TRIANGLES, ball.count, gl.UNSIGNED_SHORT, 0);
  }

  #drawLines({ theme, view, sidereal }: Picture): void {
    const [gl, line] = [this.#gl, this.#line];
    line.use();
    gl.uniformMatrix4fv(line.uniform('view'), false, view);
    for (const name of lineNames) {
      const { buffer, points } = this.#lines[name];
      if (points === 0) continue;
      const moving = name === 'path';
      gl.uniform2f(line.uniform('turn'), moving ? Math.cos(sidereal) : 1, moving ? Math.sin(sidereal) : 0);
      gl.uniform1f(line.uniform('scale'), moving ? 1 / EARTH_RADIUS : 1);
      gl.uniform4fv(line.uniform('color'), theme[name]);
      this.#attribute(line.attribute('place'), buffer, 3, gl.FLOAT);
      gl.drawArrays(moving || name === 'track' ? gl.LINE_STRIP : gl.LINES, 0, points);
    }
  }

  #drawObjects({ theme, view, sidereal, weights, colors, dot, marked }: Picture): void {
    const [gl, objects] = [this.#gl, this.#objects];
    objects.use();
    const stride = STATE_SIZE * 4;
    for (const [which, place, motion] of [
      [0, 'firstPlace', 'firstMotion'],
      [1, 'secondPlace', 'secondMotion'],
    ] as const) {
      this.#attribute(objects.attribute(place), this.#keyframes[which], 3, gl.FLOAT, stride);
      this.#attribute(objects.attribute(motion), this.#keyframes[which], 3, gl.FLOAT, stride, stride / 2);
    }
    this.#attribute(objects.attribute('group'), this.#groups, 1, gl.UNSIGNED_BYTE);
    gl.uniformMatrix4fv(objects.uniform('view'), false, view);
    gl.uniform2f(objects.uniform('turn'), Math.cos(sidereal), Math.sin(sidereal));
    gl.uniform4fv(objects.uniform('weights'), weights);
    gl.uniform1f(objects.uniform('scale'), 1 / EARTH_RADIUS);
    // Points of one picture do not hide each other: each is seen through the next.
    gl.depthMask(false);
    this.#paint(colors, dot, 0, this.#count);
    if (marked !== null) {
      this.#paint(Array(9).fill(theme.path), dot + 7, marked, 1);
      this.#paint(Array(9).fill(theme.mark), dot + 4, marked, 1);
    }
    gl.depthMask(true);
  }

  /** Draws points of a diameter in the color of each one's group. */
  #paint(colors: readonly Color[], size: number, first: number, count: number): void {
    const [gl, objects] = [this.#gl, this.#objects];
    const flat = new Float32Array(36);
    colors.forEach((color, index) => {
      flat.set(color, index * 4);
    });
    gl.uniform4fv(objects.uniform('colors'), flat);
    gl.uniform1f(objects.uniform('size'), size);
    gl.drawArrays(gl.POINTS, first, count);
  }
}
