/** The transponder of RS-44 (44909), inverting: 145.935–145.995 MHz up, 435.610–435.670 MHz down. */
export const rs44 = {
  uplink_low_hz: 145_935_000,
  uplink_high_hz: 145_995_000,
  downlink_low_hz: 435_610_000,
  downlink_high_hz: 435_670_000,
  uplink_drift_ppb: null,
  downlink_drift_ppb: null,
  inverting: true,
};
