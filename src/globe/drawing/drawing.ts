import { STATE_SIZE } from '../../orbit/state-size.ts';
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
  if (!gl) return null;
  const software = isSoftware(gl);
  const [earth, line, objects] = [earthShader, lineShader, software ? plainObjectShader : objectShader].map((source) =>
    program(gl, source),
  ) as [ReturnType<typeof program>, ReturnType<typeof program>, ReturnType<typeof program>];
  const { places, corners } = sphere(72, 36);
  const ball = { places: filled(gl, places), corners: filled(gl, corners, gl.ELEMENT_ARRAY_BUFFER) };
  const lines = {
    coast: gl.createBuffer(),
    graticule: gl.createBuffer(),
    path: gl.createBuffer(),
    track: gl.createBuffer(),
  };
  const counts = { coast: 0, graticule: 0, path: 0, track: 0, objects: 0 };
  const groups = gl.createBuffer();
  const keyframes = [gl.createBuffer(), gl.createBuffer()] as const;
  const fill = (buffer: WebGLBuffer, numbers: BufferSource) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
  };
  const attribute = (at: number, buffer: WebGLBuffer, size: number, type: number, stride = 0, offset = 0) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, type, false, stride, offset);
  };
  gl.enable(gl.DEPTH_TEST);
  gl.enable(gl.CULL_FACE);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);

  function drawEarth({ theme, view, sun }: Picture): void {
    earth.use();
    gl!.uniformMatrix4fv(earth.uniform('view'), false, view);
    gl!.uniform3fv(earth.uniform('sun'), sun);
    gl!.uniform3fv(earth.uniform('day'), theme.day.slice(0, 3));
    gl!.uniform3fv(earth.uniform('night'), theme.night.slice(0, 3));
    attribute(earth.attribute('place'), ball.places, 3, gl!.FLOAT);
    gl!.bindBuffer(gl!.ELEMENT_ARRAY_BUFFER, ball.corners);
    gl!.drawElements(gl!.TRIANGLES, corners.length, gl!.UNSIGNED_SHORT, 0);
  }

  function drawLines({ theme, view, sidereal }: Picture): void {
    line.use();
    gl!.uniformMatrix4fv(line.uniform('view'), false, view);
    for (const name of ['graticule', 'coast', 'track', 'path'] as const) {
      if (counts[name] === 0) continue;
      const moving = name === 'path';
      gl!.uniform2f(line.uniform('turn'), moving ? Math.cos(sidereal) : 1, moving ? Math.sin(sidereal) : 0);
      gl!.uniform1f(line.uniform('scale'), moving ? 1 / EARTH_RADIUS : 1);
      gl!.uniform4fv(line.uniform('color'), theme[name]);
      attribute(line.attribute('place'), lines[name], 3, gl!.FLOAT);
      gl!.drawArrays(moving || name === 'track' ? gl!.LINE_STRIP : gl!.LINES, 0, counts[name]);
    }
  }

  function drawObjects({ theme, view, sidereal, weights, colors, dot, marked }: Picture): void {
    if (counts.objects === 0) return;
    objects.use();
    const stride = STATE_SIZE * 4;
    for (const [which, place, motion] of [
      [0, 'firstPlace', 'firstMotion'],
      [1, 'secondPlace', 'secondMotion'],
    ] as const) {
      attribute(objects.attribute(place), keyframes[which], 3, gl!.FLOAT, stride);
      attribute(objects.attribute(motion), keyframes[which], 3, gl!.FLOAT, stride, stride / 2);
    }
    attribute(objects.attribute('group'), groups, 1, gl!.UNSIGNED_BYTE);
    gl!.uniformMatrix4fv(objects.uniform('view'), false, view);
    gl!.uniform2f(objects.uniform('turn'), Math.cos(sidereal), Math.sin(sidereal));
    gl!.uniform4fv(objects.uniform('weights'), weights);
    gl!.uniform1f(objects.uniform('scale'), 1 / EARTH_RADIUS);
    const paint = (of: readonly Color[], size: number, first: number, count: number) => {
      const flat = new Float32Array(36);
      of.forEach((color, index) => {
        flat.set(color, index * 4);
      });
      gl!.uniform4fv(objects.uniform('colors'), flat);
      gl!.uniform1f(objects.uniform('size'), size);
      gl!.drawArrays(gl!.POINTS, first, count);
    };
    // Points of one picture do not hide each other: each is seen through the next.
    gl!.depthMask(false);
    paint(colors, dot, 0, counts.objects);
    if (marked !== null) {
      paint(Array(9).fill(theme.path), dot + 7, marked, 1);
      paint(Array(9).fill(theme.mark), dot + 4, marked, 1);
    }
    gl!.depthMask(true);
  }

  return {
    mostPixels: software ? 1 : 2,
    setLines(coast, graticule) {
      fill(lines.coast, coast);
      fill(lines.graticule, graticule);
      [counts.coast, counts.graticule] = [coast.length / 3, graticule.length / 3];
    },
    setGroups: (groupOf) => fill(groups, groupOf),
    setKeyframe(which, states) {
      fill(keyframes[which], states);
      counts.objects = states.length / STATE_SIZE;
    },
    setPath(path, track) {
      if (path) fill(lines.path, path);
      if (track) fill(lines.track, track);
      counts.path = path ? path.length / 3 : 0;
      counts.track = track ? track.length / 3 : 0;
    },
    draw(picture) {
      gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
      const [red, green, blue] = picture.theme.sky;
      gl.clearColor(red, green, blue, 1);
      // Objects above the Earth do not write depth, so they hide nothing; the Earth does, so it is opaque.
      gl.depthMask(true);
      gl.disable(gl.BLEND);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      drawEarth(picture);
      gl.enable(gl.BLEND);
      gl.depthMask(false);
      drawLines(picture);
      drawObjects(picture);
    },
  };
}
