import { julianDate } from './format.ts';
import { cell, type Row } from './model.ts';

export const columns = (text: string): string[] => text.trim().split(/\s+/);

export const ORGS = columns(
  'Code UCode StateCode Type Class TStart TStop ShortName Name Location Longitude Latitude Error Parent ShortEName EName UName',
);
export const SITES = columns(
  'Site Code UCode Type StateCode TStart TStop ShortName Name Location Longitude Latitude Error Parent ShortEName EName Group UName',
);
export const VEHICLES = columns(
  'LV_Name LV_Family LV_Manufacturer LV_Variant LV_Alias LV_Min_Stage LV_Max_Stage Length LFlag Diameter DFlag Launch_Mass MFlag LEO_Capacity GTO_Capacity TO_Thrust Class Apogee Range',
);
export const LAUNCHES = columns(
  'Launch_Tag Launch_JD Launch_Date LV_Type Variant Flight_ID Flight Mission FlightCode Platform Launch_Site Launch_Pad Ascent_Site Ascent_Pad Apogee Apoflag Range RangeFlag Dest OrbPay Agency LaunchCode FailCode Group Category LTCite Cite Notes',
);

export function orgRow(row: Row): Row {
  return {
    Code: cell(row, 'code'),
    UCode: cell(row, 'ucode'),
    StateCode: cell(row, 'state'),
    Type: cell(row, 'type'),
    Class: cell(row, 'class'),
    TStart: cell(row, 'start'),
    TStop: cell(row, 'stop'),
    ShortName: cell(row, 'short'),
    Name: cell(row, 'name'),
    Location: cell(row, 'place'),
    Error: '0.0200 ',
    Parent: cell(row, 'parent'),
    ShortEName: '',
    EName: cell(row, 'ename'),
    UName: cell(row, 'uname') || cell(row, 'name'),
  };
}

export function siteRow(row: Row): Row {
  return {
    Site: cell(row, 'site'),
    UCode: cell(row, 'ucode'),
    Type: cell(row, 'type'),
    StateCode: cell(row, 'state'),
    TStart: cell(row, 'start'),
    ShortName: cell(row, 'short'),
    Name: cell(row, 'name'),
    Location: cell(row, 'place'),
    Longitude: `${Number(cell(row, 'lon')).toFixed(4).padStart(12)} `,
    Latitude: `${Number(cell(row, 'lat')).toFixed(4).padStart(10)} `,
    Error: '0.0100 ',
    Parent: cell(row, 'parent'),
    EName: cell(row, 'ename'),
    UName: cell(row, 'name'),
  };
}

export const vehicleRow = (row: Row): Row => ({
  LV_Name: cell(row, 'name'),
  LV_Family: cell(row, 'family').padEnd(20),
  LV_Manufacturer: cell(row, 'maker'),
  LV_Min_Stage: '  1',
  LV_Max_Stage: cell(row, 'stages'),
  Length: cell(row, 'length') || '0.0',
  Diameter: '0.00',
  Launch_Mass: cell(row, 'mass') || '0.0',
  LEO_Capacity: '0',
  GTO_Capacity: '0',
  Class: 'O',
  Apogee: '200',
});

export const launchRow = (row: Row): Row => ({
  Launch_Tag: cell(row, 'tag'),
  Launch_JD: julianDate(/\d{4} [A-Z][a-z]{2}$/.test(cell(row, 'date')) ? `${cell(row, 'date')} 1` : cell(row, 'date')),
  Launch_Date: cell(row, 'date'),
  LV_Type: cell(row, 'lv'),
  Flight: cell(row, 'mission'),
  Mission: cell(row, 'mission'),
  Launch_Site: cell(row, 'site'),
  Launch_Pad: cell(row, 'pad'),
  Agency: cell(row, 'agency'),
  LaunchCode: cell(row, 'code'),
  Group: cell(row, 'agency').startsWith('SMPL') || cell(row, 'agency') === 'SPX' ? 'C' : 'G',
  Category: cell(row, 'category'),
});
