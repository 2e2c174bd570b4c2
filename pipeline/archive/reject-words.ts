/** Why a row is not an element set, in a sentence with the remedy. `{value}` is the text in the file. */
const words: Readonly<Record<string, string>> = {
  bad_line_length: 'A line of a TLE has 69 columns, or 68 without the checksum; this one is shorter. Copy it whole.',
  bad_checksum: 'Column 69 is not the checksum of the line: some character was changed or lost. Get the set again.',
  bad_catalogue_number: 'The catalog number is no whole number from 1 to 999999999; in a TLE, five digits or Alpha-5.',
  lines_of_two_objects: 'Lines 1 and 2 have different catalog numbers. Put the lines of one object together.',
  line_without_its_second: 'A line 1 is not followed by its line 2.',
  line_without_its_first: 'A line 2 does not follow its line 1.',
  text_without_elements:
    'The text is no name of an object: a name stands directly before line 1, and is not a sentence.',
  bad_date:
    'The epoch is no moment in UTC, or within a leap second, which cannot be stored. Write it as 2026-08-22T12:25:40.104192 or 2026-234T12:25:40.104192.',
  not_a_number: 'The value is no number.',
  out_of_range:
    'The value is outside of its range: e from 0 to 1, inclination from 0 to 180, other angles from 0 to 360 degrees, less than 20 revolutions per day.',
  missing_value: 'The keyword has no value, and no element set is complete without one.',
  unsupported: 'The elements are not those of SGP4 about the Earth in TEME and UTC, the only kind that is read.',
  unsupported_unit: 'The unit is not the one that CCSDS 502.0-B gives this keyword.',
  repeated: 'The keyword stands twice in one message.',
  not_an_omm: 'The message is no OMM.',
  not_a_keyword: 'The line is not KEYWORD = value.',
  not_an_object: 'The item is no JSON object, or has a value that JSON does not have, such as NaN.',
  not_a_value: 'The keyword has a list as its value: write one object for each element set, not columns.',
  open_quote: 'A quoted cell does not end in its line.',
  wrong_cell_count: 'The row has more or fewer cells than the header.',
  unknown_code: 'The value is none of the codes of this keyword.',
  control_character: 'The text has a control character, such as a line end.',
  bad_designator: 'The designator is not of the form 1998-067A.',
};

/** The sentence of a reason; empty if it has none. */
export const rejectWords = (reason: string): string => words[reason] ?? '';
/** Every reason that has a sentence. */
export const rejectReasons = Object.keys(words);
