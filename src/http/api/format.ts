import type { IncomingHttpHeaders } from 'node:http';
import { chooseType } from '../negotiate.ts';
import { oneOf, type Parameter } from './parameter.ts';

/** The forms of a resource: the name of each in `?format=`, its media type; the default first. */
export type Forms<Name extends string = string> = Readonly<Record<Name, string>>;

/** The parameter `format` of a resource with several forms. */
export function format<Name extends string>(forms: Forms<Name>): Parameter<Name | undefined> {
  const names = Object.keys(forms) as Name[];
  return oneOf('The form of the answer; goes before `Accept`', names, names[0]!) as Parameter<Name | undefined>;
}

/** The form asked for: `?format=`, else `Accept`, else the first. Throws 406. */
export function formOf<Name extends string>(
  forms: Forms<Name>,
  asked: Name | undefined,
  headers: IncomingHttpHeaders,
): Name {
  if (asked !== undefined) return asked;
  const names = Object.keys(forms) as Name[];
  const type = chooseType(headers, Object.values(forms), names);
  return names.find((name) => forms[name] === type)!;
}
