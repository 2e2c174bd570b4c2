import { z } from '@hono/zod-openapi';
import { celestrakColumns } from '../../../orbit/formats/celestrak-forms.ts';
import { ommKeywords } from '../../../orbit/formats/omm.ts';

/** An element set as CelesTrak's JSON has it: keywords of an OMM. */
export const celestrakMessage = z
  .object(
    Object.fromEntries(
      celestrakColumns.map((name) => [
        name,
        (ommKeywords[name].number ? z.number() : z.string()).describe(`The keyword ${name} of an OMM (CCSDS 502.0-B)`),
      ]),
    ),
  )
  .openapi('CelestrakOmm', { description: 'An element set with the keywords of an OMM, as CelesTrak writes it' });
