/** Numbers of one object in a state: position x, y, z in km, velocity x, y, z in km/s, both TEME. */
export const STATE_SIZE = 6;
