// Generated from the OpenAPI document: npm run docs:update
export interface paths {
    "/api/v1/satellites": {
        /**
         * List objects
         * @description Cataloged objects that match the filters, by catalog number unless you set `sort`. With `q`, matches are ordered as in `/api/v1/search`, best first. A filter with several values, separated by commas, matches objects with any of them; different filters must all match. Each object has the fields of a summary, or those in `fields`. In every format except `json`, the response is the element sets of the whole list, up to 10,000, as in the files of `/api/v1/elements/{set}`. Objects without elements are omitted, and `X-Elements-Omitted` counts element sets that the format cannot express.
         */
        get: operations["listSatellites"];
    };
    "/api/v1/satellites/{norad_cat_id}": {
        /**
         * Get an object with every claim
         * @description The complete record: its values, the claims of each source (`claims`), and the confidence of each value with the rule behind it (`provenance`). A field on which sources disagree is CONFLICTING, and `claims` has every side. An object that no source lists any more keeps its last record, which has `removed`.
         */
        get: operations["getSatellite"];
    };
    "/api/v1/satellites/{norad_cat_id}/family": {
        /**
         * List the parent of an object, and the objects that separated from it
         * @description By `parent_gcat_id`, as GCAT has it: the fragments of a break-up, the satellites that a stage or a station deployed, the object that a fragment comes from. Objects of one launch have a designator in common; they need not have separated from one another. A parent without a catalog number is not listed, and an object that GCAT has not reached has no parent here.
         */
        get: operations["listFamily"];
    };
    "/api/v1/breakups": {
        /**
         * List break-ups
         * @description Objects from which 10 or more cataloged pieces of debris separated on one day, by GCAT, most pieces first. The cause is not stated: collisions, explosions, and pieces that were shed are not distinguished. A release without GCAT's catalog has none.
         */
        get: operations["listBreakups"];
    };
    "/api/v1/breakups/{id}": {
        /**
         * Get a break-up and its pieces
         * @description A break-up as in `/api/v1/breakups`, and a page of its cataloged pieces: those in orbit first.
         */
        get: operations["getBreakup"];
    };
    "/api/v1/satellites/{norad_cat_id}/tle": {
        /**
         * Get a TLE
         * @description Three lines: name, line 1, line 2. Catalog numbers from 100000 to 339999 are written in Alpha-5. Values that do not fit the columns of a TLE return a 422 and are never truncated: request the OMM instead. Elements older than three days come with a warning.
         */
        get: operations["getTle"];
    };
    "/api/v1/satellites/{norad_cat_id}/omm": {
        /**
         * Get an OMM
         * @description The CCSDS OMM (502.0-B-3) of its newest elements, with all digits of the source and any catalog number, as JSON, NDM/XML, KVN, or CSV.
         */
        get: operations["getOmm"];
    };
    "/api/v1/satellites/{norad_cat_id}/position": {
        /**
         * Get the position of an object
         * @description The position of an object at a time, computed with SGP4: state vectors in TEME and in the Earth-fixed frame, ground point, speed, and whether it is sunlit. With a location (`lat`, `lon`), also the direction in which to look. `position_uncertainty_km` is the error measured at this age of elements, on the object itself or on objects like it (`uncertainty_basis`).
         */
        get: operations["getPosition"];
    };
    "/api/v1/satellites/{norad_cat_id}/ephemeris": {
        /**
         * Compute an ephemeris of an object
         * @description Positions and velocities of an object at equal steps by SGP4, up to 10,000 rows: as JSON, CSV, or a CCSDS Orbit Ephemeris Message (502.0-B-3, KVN; Earth-fixed, because the standard allows TEME only for mean elements). Counts one request for every 5,000 rows.
         */
        get: operations["getEphemeris"];
    };
    "/api/v1/satellites/{norad_cat_id}/track": {
        /**
         * Get the ground track of an object
         * @description Points below an object at equal steps by SGP4, up to 5,000, for maps: GeoJSON, KML (Google Earth, QGIS), CZML (Cesium), or GPX. Lines are split at the date line. Counts as an ephemeris of as many rows.
         */
        get: operations["getTrack"];
    };
    "/api/v1/satellites/{norad_cat_id}/passes": {
        /**
         * List passes over a location
         * @description Passes of an object over a location in a window of up to ten days: rise, highest point, and set, and the periods when it is visible or in eclipse. `state` reports whether it rises and sets there, is always up, or never rises. `time_uncertainty_s` is the error due to the age of the elements. With `transmitter`, each pass has Doppler-corrected frequencies at rise, highest point, and set, and every `step_s` seconds. With `mode`, `band`, `frequency`, `audible`, or `purpose`, the list is empty unless the object matches. As JSON, CSV, or iCalendar. Counts one request; with `transmitter`, one for every 5,000 rows of frequencies.
         */
        get: operations["listPasses"];
    };
    "/api/v1/satellites/{norad_cat_id}/elements": {
        /**
         * List the element sets of an object
         * @description Every element set of an object in the archive, newest epoch first, with the time it was current (`first_seen`, `last_seen`) and the file it came from. Numbers have all digits of the source. `meta.coverage` has the gaps without an element set in the range, or without `from` and `to` in that of the page. Other formats omit what they cannot express.
         */
        get: operations["listElementHistory"];
    };
    "/api/v1/satellites/{norad_cat_id}/history": {
        /**
         * List changes of the values of an object
         * @description Every change of a value, its confidence, or its sources between releases, newest first. `meta.coverage` begins with the first release, and has the gaps without a release. Values derived from elements are not included for objects that have elements: see its element sets.
         */
        get: operations["listValueHistory"];
    };
    "/api/v1/satellites/{norad_cat_id}/maneuvers": {
        /**
         * List the maneuvers of an object
         * @description Orbit changes that neither drag nor gravity explains, detected in the archived element sets of an object, newest first. Requires 12 sets over 8 days; `enough` reports whether there are, over nine tenths of the range; orbits with a period above two days are not examined; `coverage` has the gaps, in which nothing was looked at. A maneuver is detected once two sets after it agree.
         */
        get: operations["listManeuvers"];
    };
    "/api/v1/satellites/{norad_cat_id}/conjunctions": {
        /**
         * List the close approaches of an object
         * @description The close approaches of one object in the newest run. `meta.compared_with` says whether it was compared with every object, with active payloads only, or, without elements that are an orbit at the time, with none, and `meta.searched` for which part of the time. Computed from public element sets, whose errors are often larger than the distances listed; not for operations.
         */
        get: operations["listSatelliteConjunctions"];
    };
    "/api/v1/conjunctions/{id}": {
        /**
         * Get a close approach
         * @description One close approach of the newest run, with both element sets that it was computed from. A later run has other times, and thus other names. Computed from public element sets, whose errors are often larger than the distances listed; not for operations.
         */
        get: operations["getConjunction"];
    };
    "/api/v1/passes": {
        /**
         * List passes of many objects over a location
         * @description Every pass of the members of a group, or of up to 500 objects, over a location in a window of up to 48 hours. `mode`, `band`, `frequency`, `audible`, and `purpose` select objects by their transmitters and purpose, among those of `ids` or `group` or of the whole catalog: `purpose=weather&frequency=137-138&audible=true`. JSON lists them by object, as in `/satellites/{norad_cat_id}/passes`; CSV and iCalendar list all of them by time. `omitted` lists objects without a position. With `plan=true`, one antenna can follow the passes of `plan` one after the other; CSV and iCalendar then list only these. Counts one request for every 2,000 object-hours.
         */
        get: operations["listGroupPasses"];
    };
    "/api/v1/above": {
        /**
         * List objects above a location
         * @description Cataloged objects above a location at a time, highest first, with direction, constellation, distance, motion, estimated magnitude, and whether they are sunlit. Counts one request. `omitted` counts objects without a position: those with elements that are too old (more than 30 days in low orbit, 90 above), and those that have decayed according to their elements.
         */
        get: operations["listAbove"];
    };
    "/api/v1/fov": {
        /**
         * List objects that cross a field of view
         * @description Everything with elements that crosses a part of the sky during an exposure, seen from a location. The field is a circle (`ra_deg`, `dec_deg`, `radius_deg`) or has four corners (`corners`); POST takes the FITS header of an image. Each track has its entry and exit, positions in the ICRS, angular speed and direction, when it is sunlit, an estimated magnitude, and the error to expect by the age of the elements. As JSON, CSV, or VOTable. Counts one request for every four minutes of exposure.
         */
        get: operations["listFieldTracks"];
        /**
         * List objects that crossed an image
         * @description The same for the field of an image, by its FITS header: as JSON, or as plain text as it is. Positions have pixels, too. `from` and `exposure_s` are by default DATE-OBS and EXPTIME of the header. Each track has its entry and exit, positions in the ICRS, angular speed and direction, when it is sunlit, an estimated magnitude, and the error to expect by the age of the elements. As JSON, CSV, or VOTable. Counts one request for every four minutes of exposure.
         */
        post: operations["listImageTracks"];
    };
    "/api/v1/identify": {
        /**
         * Identify a streak
         * @description Which cataloged object made a streak: its two ends, in the ICRS or as azimuth and elevation, with the times of both (`t1`, `t2`) or a time of its middle (`at`). Candidates come with their residuals in time, place, direction, and speed, most probable first, and with the probability that none of them is it. Counts one request for every four minutes that are searched.
         */
        get: operations["identifyStreak"];
    };
    "/api/v1/sightings": {
        /**
         * Explain what was seen in the sky
         * @description Which cataloged objects fit a light that a person saw: three at most, with reasons. Only place and time are required; each further feature narrows the choice. `alternatives` has other possible causes, which no response of this route excludes. Counts one request for every four minutes that are searched.
         */
        get: operations["explainSighting"];
    };
    "/api/v1/satellites/{norad_cat_id}/transmitters": {
        /**
         * List the transmitters of an object
         * @description The transmitters of an object from SatNOGS DB, by downlink frequency; empty if there are none. `format=trsp` returns all transmitters in use as a file for gpredict. The list is under CC BY-SA 4.0, as stated in `X-Service-License`, `meta.license`, and `meta.attribution`.
         */
        get: operations["listSatelliteTransmitters"];
    };
    "/api/v1/transmitters": {
        /**
         * List transmitters
         * @description Transmitters from SatNOGS DB, by downlink frequency. For objects without a catalog number, `norad_cat_id` is null, and `satnogs_id` and `object_name` identify the object. `frequency`, `min_hz`, `max_hz`, and `band` match transmitters whose downlink or uplink has a frequency that satisfies all of them. Different filters must all match. `audible` is true for a transmitter that SatNOGS DB lists as in use while its object is in orbit by the catalog, not after a reentry. `purpose` leaves out transmitters of objects without a catalog number. The list is under CC BY-SA 4.0, as stated in `X-Service-License`, `meta.license`, and `meta.attribution`.
         */
        get: operations["listTransmitters"];
    };
    "/api/v1/search": {
        /**
         * Search objects
         * @description A bare number is a NORAD catalog number, as are `NORAD 25544`, `#25544` and `S25544`; `1998-067A`, `98067A`, `2025-20A`, `COSPAR 1998-067A` and `1998-067` are COSPAR designators; `145.8` and `437.8 MHz` are frequencies of a downlink or uplink. Anything else is matched as text against names, alternate names, operator, and country, ignoring case and accents. Results are ordered by match: the exact name, its beginning, whole words, operator or country, parts of words; active objects come before inactive ones. If nothing matches, close spellings are tried; numbers and designators are never replaced or dropped. `meta.match` reports how the first result matches, and `meta.corrected` which words were searched instead.
         */
        get: operations["search"];
    };
    "/api/v1/operators": {
        /**
         * List operators
         * @description Operators of payloads, most active satellites first; with `q`, those whose name begins with it before the rest. An operator has one slug for all spellings.
         */
        get: operations["listOperators"];
    };
    "/api/v1/operators/{slug}": {
        /**
         * Get an operator and its satellites
         * @description The operator and a page of its payloads by catalog number. `active` selects only the active or only the inactive ones.
         */
        get: operations["getOperator"];
    };
    "/api/v1/launches/{launch_id}": {
        /**
         * Get a launch, its sources and its objects
         * @description The launch as in `/api/v1/launches`, each source’s claims about it, and a page of its objects, payloads first. Objects released by a space station have the designator of the station, but a launch of their own.
         */
        get: operations["getLaunch"];
    };
    "/api/v1/sources": {
        /**
         * List sources
         * @description The sources of the release: license, required attribution, number of rows and claims, and current freshness. `stale` means that a scheduled refresh is overdue or that the newest file was invalid.
         */
        get: operations["listSources"];
    };
    "/api/v1/stats": {
        /**
         * Get statistics
         * @description Objects by class, status, orbit class, country, and decade of launch; the number of objects with elements and the age of those; and, for each field, the number of objects with a value and its confidence.
         */
        get: operations["getStats"];
    };
    "/api/v1/reentries": {
        /**
         * List reentries
         * @description Every object with the status DECAYED, ordered by the newest change of its record, then by the latest decay date.
         */
        get: operations["listReentries"];
    };
    "/api/v1/archive": {
        /**
         * List the months of the element archive
         * @description Every element set that was ever in the catalog or imported, one Parquet file per month, sorted by object and epoch. Numbers are scaled integers that keep all digits. Sets of the latest refreshes (`meta.pending`) are added about once a day.
         */
        get: operations["listArchive"];
    };
    "/api/v1/dataset/all/{month}": {
        /**
         * Get a monthly dataset to cite
         * @description All objects as in the first release of a month, with the columns of `/dataset/all`, as CSV and Parquet. The files never change and their URLs are permanent. The response has their hashes and a citation. `/archive` lists the months in `meta.datasets`.
         */
        get: operations["getMonthlyDataset"];
    };
    "/api/v1/elements": {
        /**
         * Download the elements of all active objects
         * @description Parallel arrays of equal length, ordered by catalog number: the most compact format for propagating all active objects. Numbers have all digits of the source. `meta.omitted` lists active objects without elements.
         */
        get: operations["listElements"];
    };
    "/api/v1/elements/{set}": {
        /**
         * Download elements in bulk
         * @description Every element set of a set: `all`, `active`, a group such as `stations`, `payloads`, `rocket-bodies`, `debris`, an orbit class in lower case, or `launched-2026`. The ending of the path selects the format, or `format` without the dot: `.tle` (names padded to 24 columns, CRLF, Alpha-5 from 100,000), `.5-digit.tle` (without those), `.2le`, `.csv`, `.omm.json`, `.xml`, and `.kvn` as CelesTrak writes them, or `.parquet`; `.json` has the parallel arrays of `/elements`. Groups of up to 500 objects have `.czml`, too: positions for 24 hours from the time of the release, for Cesium. `X-Elements-Omitted` counts the element sets that the format cannot express.
         */
        get: operations["getElementSet"];
    };
    "/api/v1/events": {
        /**
         * List recent events
         * @description New objects, reentries, significant orbit changes, and changes of status, name, operator, owner, and decay date of the last 30 days, newest first. `meta.prev` links to the events of the previous month. Also available as Atom. With `type`, `since`, or pagination parameters, this queries all events of the release, newest first, and requires a key. Without them, it is a public file.
         */
        get: operations["listEvents"];
    };
    "/api/v1/events/{month}": {
        /**
         * List events by month
         * @description Every event of a month. `meta.prev` and `meta.next` link to the months before and after.
         */
        get: operations["listEventsOfMonth"];
    };
    "/api/v1/changes": {
        /**
         * List change sets
         * @description The latest releases, newest first, each with its change set and its delta of elements relative to the previous release: counts, paths, sizes, and hashes. `meta.groups` has the paths of the deltas of groups. With `since`, this merges the changes since a release, and requires a key. Without it, it is a public file.
         */
        get: operations["listChanges"];
    };
    "/api/v1/changes/{release}": {
        /**
         * Get the changes of a release
         * @description Changes since the previous release: objects added and removed, changed values with confidence and sources before and after, and claims added and withdrawn. Values derived from elements are not included for objects that have elements: see the delta of elements.
         */
        get: operations["getChanges"];
    };
    "/api/v1/elements/changes/{release}": {
        /**
         * Get the elements that changed in a release
         * @description Element sets that are new or different from those of the previous release, as the arrays of `/elements`, and in `gone` the objects that no longer have elements. Replace the sets of these objects, and remove those in `gone`, to get `/elements/all` of the release.
         */
        get: operations["getElementChanges"];
    };
    "/api/v1/elements/{set}/changes/{release}": {
        /**
         * Get the elements of a group that changed in a release
         * @description The delta of elements for one group. Objects that joined the group are among the new sets, and objects that left it are in `gone`. If `meta.from` of the `newest` delta is not the release that you have, request the delta of `meta.from` as well, and apply it first. Deltas of the last eight releases are kept: more would be larger than the whole file.
         */
        get: operations["getGroupElementChanges"];
    };
    "/api/v1/launches": {
        /**
         * List launches
         * @description Launches grouped from the COSPAR designators of cataloged objects, newest first.
         */
        get: operations["listLaunches"];
    };
    "/api/v1/groups": {
        /**
         * List groups
         * @description Groups of objects as CelesTrak publishes them: the number of objects in each, whether a source lists its members or a rule derives them, and its element files.
         */
        get: operations["listGroups"];
    };
    "/api/v1/reentries/upcoming": {
        /**
         * List upcoming reentries
         * @description Objects predicted to reenter within 60 days from the decay rate of their latest element sets, earliest first, with a median and an 80 % window. Objects that thrust, climb, or decay irregularly are excluded. Do not use this for safety: the window is days wide until the last day.
         */
        get: operations["listUpcomingReentries"];
    };
    "/api/v1/reentries/scores": {
        /**
         * List scores of reentry predictions
         * @description Predictions whose outcome is known, newest first: the last ones made at least 1, 2, 5, 10, 20, and 30 days before the reentry, the decay date in the catalog, and whether it is inside the window. An object that newer elements show in orbit after its window counts as outside. `meta.coverage` summarizes the results by lead time.
         */
        get: operations["listReentryScores"];
    };
    "/api/v1/accuracy": {
        /**
         * Get the accuracy of old elements
         * @description The along-track error of positions from elements that are half a day to 30 days old, for each kind of orbit, constellation, and for satellites with and without thrust; `objects` has a factor for each object with enough earlier element sets. It is measured from the archive when the release is built: SGP4 propagates an older element set of an object to the epoch of a newer one. `meta.sql` selects the pairs from the archive’s files. A kind of orbit with too few pairs has no `ages`.
         */
        get: operations["getAccuracy"];
    };
    "/api/v1/population": {
        /**
         * Get the objects in orbit at the end of each year
         * @description The numbers of objects in orbit about the Earth at the end of each year, by class, owner, operator, class of orbit, and purpose, and the known launch mass of payloads. Payloads, rocket bodies, and objects of unknown class count from the year of their launch, debris from its separation, all of them until the year of their decay. Owner, operator, class of orbit, and purpose are those of the newest record, also for earlier years. Only payloads have operators and purposes. `meta.left_out` counts the objects without the dates that this needs. The last year ends with the release. `.csv` has a row for each series and year.
         */
        get: operations["getPopulation"];
    };
    "/api/v1/dataset": {
        /**
         * List datasets
         * @description Every slice with its number of rows, and the size and SHA-256 of each of its files.
         */
        get: operations["listDatasets"];
    };
    "/api/v1/dataset/{slice}": {
        /**
         * Download a dataset
         * @description The columns of the UCS Satellite Database, with the exact names, followed by Orbweaver’s own. The endings `.json`, `.csv`, and `.parquet` of the path also select the format. Byte ranges are supported. `transmitters` is also available as `.trsp.tar` for gpredict.
         */
        get: operations["getDataset"];
    };
    "/api/v1/datapackage": {
        /**
         * Get the Frictionless data package
         * @description Every slice with the meaning and type of each column, for tools that read Frictionless packages.
         */
        get: operations["getDataPackage"];
    };
    "/api/v1/conjunctions": {
        /**
         * List close approaches
         * @description Close approaches of active payloads to every object with elements, closer than 5 km. Computed from public element sets, whose errors are often larger than the distances listed; not for operations. Without parameters, or with `format` alone, this is the public file of the newest run: every approach of objects that pass each other, by time. Pairs that are docked or fly in formation are in queries with `kind` only. Any other parameter makes it a query, which requires a key.
         */
        get: operations["listConjunctions"];
    };
    "/api/v1/sql": {
        /**
         * Run a SQL query
         * @description One SELECT of DuckDB SQL over the published tables, for at most 5 seconds, 100,000 rows and 32 MB. Counts as 5 requests. In JSON, `data` has an object for each row.
         */
        post: operations["runSql"];
    };
    "/api/v1/webhooks": {
        /**
         * List webhooks
         * @description The webhooks of the account that owns the key, oldest first, without their secrets.
         */
        get: operations["listWebhooks"];
        /**
         * Create a webhook
         * @description Creates a webhook for the events of releases published from now on. The response has its secret, which is shown only once.
         */
        post: operations["createWebhook"];
    };
    "/api/v1/webhooks/{webhook_id}": {
        /**
         * Get a webhook
         * @description One webhook, without its secret: its filters, whether it is failing, and its pending messages.
         */
        get: operations["getWebhook"];
        /**
         * Delete a webhook
         * @description Deletes a webhook with its log and its pending messages.
         */
        delete: operations["deleteWebhook"];
        /**
         * Update a webhook
         * @description Changes the members in the request and keeps the others. With `url` or `"enabled": true`, pending messages are sent now, up to 60 times an hour for an account, test messages included. New filters and types apply to events that are not queued yet.
         */
        patch: operations["updateWebhook"];
    };
    "/api/v1/webhooks/{webhook_id}/test": {
        /**
         * Send a test message
         * @description Sends one message of type `webhook.test` immediately, even if the webhook is disabled, and returns the outcome. Refused while the account is suspended or the API is paused.
         */
        post: operations["testWebhook"];
    };
    "/api/v1/webhooks/{webhook_id}/deliveries": {
        /**
         * List deliveries of a webhook
         * @description The messages of a webhook with every attempt to send them, newest first. Delivered ones are kept for 30 days.
         */
        get: operations["listDeliveries"];
    };
    "/api/v1/webhooks/{webhook_id}/rotate": {
        /**
         * Rotate the secret of a webhook
         * @description Creates a new secret for a webhook. Messages are also signed with the old secret until its overlap ends.
         */
        post: operations["rotateWebhookSecret"];
    };
    "/feeds/{token}.{format}": {
        /**
         * Get a feed of passes
         * @description Passes of the objects of a feed over its location, as iCalendar (`.ics`), JSON, CSV, or Atom. The token in the address stands for a key: signed-in users create and revoke feeds at `/account/feeds`, and requests count against their account. A response is the same for an hour, unless a release is published. Computing it costs as much as a request for `/api/v1/passes` of the same objects, once for each format, hour, and release (and server process); other requests cost one. The calendar and the Atom feed describe the objects that were searched, and those without a position, as `meta` does in JSON. An address that is unknown or was revoked gives 404.
         */
        get: operations["getFeed"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SatelliteItem: {
            /**
             * @description Catalog number of the United States Space Force (NORAD), up to nine digits
             * @example 25544
             */
            norad_cat_id?: number;
            /**
             * @description International (COSPAR) designator: year, launch of the year, piece
             * @example 1998-067A
             */
            cospar_id?: string | null;
            /**
             * @description Name of the object
             * @example ISS (ZARYA)
             */
            name?: string;
            /**
             * @description Other names in the sources
             * @example [
             *       "Zarya Cargo Block"
             *     ]
             */
            alt_names?: string[];
            /**
             * @description Kind of object
             * @example PAYLOAD
             * @enum {string}
             */
            object_class?: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * @description Whether it is working; DECAYED if it has a decay date
             * @example OPERATIONAL
             * @enum {string}
             */
            operational_status?: "OPERATIONAL" | "PARTIALLY_OPERATIONAL" | "STANDBY" | "SPARE" | "EXTENDED_MISSION" | "NONOPERATIONAL" | "DECAYED" | "UNKNOWN";
            /**
             * @description True for OPERATIONAL, PARTIALLY_OPERATIONAL, STANDBY, SPARE, and EXTENDED_MISSION
             * @example true
             */
            active?: boolean;
            /**
             * @description Orbit class, from the newest elements, or else SATCAT, or else GCAT; a decayed object keeps its last one
             * @example LEO
             * @enum {string}
             */
            orbit_class?: "LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN";
            /**
             * @description Type of orbit within its class: sun-synchronous, Molniya, geostationary …
             * @example INCLINED
             */
            orbit_type?: string | null;
            /**
             * @description ISO 3166-1 alpha-2 code of the owner state, the code of an organization, or UNKNOWN
             * @example US
             */
            country?: string;
            /**
             * @description Name of that state or organization
             * @example United States of America
             */
            country_name?: string | null;
            /**
             * @description Operator, under one name for all spellings
             * @example NASA Johnson Space Flight Center
             */
            operator?: string | null;
            /**
             * @description The operator in URLs
             * @example nasa-johnson-space-flight-center
             */
            operator_slug?: string | null;
            /**
             * @description The launch it came from: year and number of its COSPAR designator
             * @example 1998-067
             */
            launch_id?: string | null;
            /**
             * Format: date
             * @description Day of launch (UTC). For an object with the designator of a space station, it may be the day of the station’s own launch, as SATCAT has it
             * @example 1998-11-20
             */
            launch_date?: string | null;
            /**
             * @description Launch site
             * @example Baikonur Cosmodrome
             */
            launch_site?: string | null;
            /**
             * @description Launch vehicle
             * @example Proton-K
             */
            launch_vehicle?: string | null;
            /**
             * Format: date
             * @description Day it reentered or landed (UTC); null if still in orbit or unknown
             * @example null
             */
            decay_date?: string | null;
            /**
             * @description Orbital period
             * @example 92.9
             */
            period_min?: number | null;
            /**
             * @description Angle between the orbit and the equator
             * @example 51.63
             */
            inclination_deg?: number | null;
            /**
             * @description Highest altitude above an Earth radius of 6,378.135 km
             * @example 422.1
             */
            apogee_km?: number | null;
            /**
             * @description Lowest altitude above an Earth radius of 6,378.135 km
             * @example 413.4
             */
            perigee_km?: number | null;
            /**
             * @description Shape of the orbit: 0 is a circle
             * @example 0.00062
             */
            eccentricity?: number | null;
            /**
             * @description Radar cross-section
             * @example 399.05
             */
            rcs_m2?: number | null;
            /**
             * Format: date-time
             * @description Epoch of its newest element set (UTC); null if it has none
             * @example 2026-08-21T18:32:11.425056Z
             */
            elements_epoch?: string | null;
            /**
             * Format: date-time
             * @description Release in which this record last changed (UTC)
             * @example 2026-08-21T23:00:00Z
             */
            updated_at?: string;
            /**
             * @description Common name, if a source has one
             * @example International Space Station
             */
            common_name?: string | null;
            /**
             * @description Purpose, in UCS terms
             * @example Space Science
             */
            purpose?: string | null;
            /**
             * @description Detailed purpose; several are separated by "/"
             * @example Spaceship or space station
             */
            detailed_purpose?: string | null;
            /**
             * @description Users, in UCS terms: Civil, Commercial, Government, Military; several are separated by "/"
             * @example Government
             */
            users?: string | null;
            /**
             * @description State or organization that registered it with the UN; NR if unregistered
             * @example US
             */
            un_registry_country?: string | null;
            /**
             * @description Manufacturer
             * @example Khrunichev
             */
            manufacturer?: string | null;
            /**
             * @description Country of the manufacturer
             * @example RU
             */
            manufacturer_country?: string | null;
            /**
             * @description Mass at launch, including propellant
             * @example 20040
             */
            launch_mass_kg?: number | null;
            /**
             * @description Mass without propellant
             * @example 16240
             */
            dry_mass_kg?: number | null;
            /**
             * @description Electric power
             * @example null
             */
            power_w?: number | null;
            /**
             * @description Length of the body
             * @example 12.6
             */
            length_m?: number | null;
            /**
             * @description Diameter of the body
             * @example 4.1
             */
            diameter_m?: number | null;
            /**
             * @description Largest dimension with panels and booms deployed
             * @example 24.4
             */
            span_m?: number | null;
            /**
             * @description Type of the spacecraft bus or of the stage
             * @example Starlink V2MO
             */
            bus?: string | null;
            /**
             * @description Shape of the body, in the words of its source
             * @example Cyl + 2 Pan
             */
            shape?: string | null;
            /**
             * @description Motor for its orbit or attitude
             * @example KDU-414
             */
            motor?: string | null;
            /**
             * @description MANEUVERS: its source marks it as able to change its orbit. DEORBITS: only to come down, as recoverable capsules. Null says nothing: satellites with thrusters are among them
             * @example MANEUVERS
             * @enum {string|null}
             */
            maneuver_capability?: "MANEUVERS" | "DEORBITS" | null;
            /**
             * @description Attitude control, by the code that its source writes: no documentation of the codes was found, so none is decoded
             * @example P
             */
            attitude_control_code?: string | null;
            /**
             * @description Program that it belongs to
             * @example Starlink 2M S2
             */
            program?: string | null;
            /**
             * @description Where it came down or landed, in the words of its source: a place, degrees of longitude and latitude in either order (93W 9S), or AOR, IOR, POR for the Atlantic, Indian, and Pacific Ocean
             * @example null
             */
            reentry_location?: string | null;
            /**
             * @description Whether the payload achieved its mission; null if its source does not state it
             * @example SUCCESS
             * @enum {string|null}
             */
            mission_result?: "SUCCESS" | "FAILURE" | null;
            /**
             * Format: date
             * @description Day (UTC) of the orbit in which its source says that the payload was left: for one that could not maneuver, soon after launch or years after it ended. Null for payloads that work
             * @example null
             */
            disposal_orbit_date?: string | null;
            /**
             * @description Perigee height of that orbit
             * @example null
             */
            disposal_perigee_km?: number | null;
            /**
             * @description Apogee height of that orbit
             * @example null
             */
            disposal_apogee_km?: number | null;
            /**
             * @description Inclination of that orbit
             * @example null
             */
            disposal_inclination_deg?: number | null;
            /**
             * @description Plane of the constellation, and slot if known, in the words of its source
             * @example 4 1
             */
            orbital_plane?: string | null;
            /**
             * @description Document in which it was registered with the UN
             * @example ST/SG/SER.E/1131
             */
            un_registration?: string | null;
            /**
             * Format: date
             * @description Day (UTC) on which it separated from its parent: for a fragment, that of the break-up; for a satellite that was deployed from a station, years after its launch
             * @example 1998-11-20
             */
            separation_date?: string | null;
            /**
             * @description The object that it separated from, by its JCAT id in GCAT, as in gcat_id: a satellite, a stage, or a part without a catalog number
             * @example A05217
             */
            parent_gcat_id?: string | null;
            /**
             * @description Design life
             * @example null
             */
            expected_lifetime_yr?: number | null;
            /**
             * @description East longitude of a GEO object at the epoch of its elements; west is negative
             * @example null
             */
            geo_longitude_deg?: number | null;
            /**
             * @description Whether it is in orbit, reentered, landed, escaped, or is lost
             * @example IN_ORBIT
             * @enum {string}
             */
            disposition?: "IN_ORBIT" | "REENTERED" | "DEORBITED" | "LANDED" | "ESCAPED" | "LOST" | "UNKNOWN";
            /**
             * @description Its item in Wikidata
             * @example Q25271
             */
            wikidata_id?: string | null;
            /**
             * @description Its id in SatNOGS DB
             * @example XSKZ-5603-1870-9019-3066
             */
            satnogs_id?: string | null;
            /**
             * @description Its JCAT id in GCAT
             * @example S25544
             */
            gcat_id?: string | null;
            /**
             * @description Its website
             * @example https://www.nasa.gov/station
             */
            website?: string | null;
            /**
             * @description A picture of it
             * @example https://db.satnogs.org/media/satellites/iss.jpg
             */
            image?: string | null;
        };
        SatelliteListMeta: components["schemas"]["SearchMeta"] & {
            /** @description With `launched_after` or `launched_before`: how many of `total` have no launch date. They match because every day between the dated launches numbered before and after them does */
            without_launch_date?: number;
            /** @description With `launched_after` or `launched_before`: how many more may match. They have no launch date, and some of the days between the dated launches numbered before and after them match. They are not in `data` or `total` */
            possible_without_launch_date?: number;
            /** @description With `ids`: those of them that the catalog does not have */
            unknown_ids?: number[];
        };
        SearchMeta: components["schemas"]["PageMeta"] & {
            /**
             * @description Of a search: how the first object found matches. A number, designator or whole name (`exact`), the beginning of a name (`prefix`), words of it or of its operator or country (`words`), a near spelling (`near`), or the frequency of a transmitter (`frequency`); null if nothing was found
             * @enum {string|null}
             */
            match?: "exact" | "prefix" | "words" | "near" | "frequency" | null;
            /** @description Of a search with a misspelt word: the words that were searched instead. Numbers and designators are never replaced */
            corrected?: string;
            /** @description Of a search for a catalog number that no catalog lists any more: when it was last listed. Its last record is at `/api/v1/satellites/{norad_cat_id}` */
            removed?: {
                /**
                 * @description Catalog number of the United States Space Force (NORAD), up to nine digits
                 * @example 25544
                 */
                norad_cat_id: number;
                /**
                 * @description Name of the object
                 * @example ISS (ZARYA)
                 */
                name: string;
                /**
                 * Format: date-time
                 * @description Time of the last release that listed the object (UTC)
                 * @example 2026-08-21T23:00:00Z
                 */
                last_listed: string;
                /**
                 * @description That release
                 * @example 20260821T230000Z-ccf78f91
                 */
                last_release: string;
                /**
                 * @description `not_listed`: neither SATCAT, nor the satcat of GCAT, nor a file of elements lists its catalog number any more, and no source says why. `designator_moved`: neither, and another catalog number has its COSPAR designator now
                 * @example not_listed
                 * @enum {string}
                 */
                reason: "not_listed" | "designator_moved";
                /**
                 * @description The catalog number that has its COSPAR designator now
                 * @example null
                 */
                designator_now: number | null;
            };
        };
        PageMeta: {
            /**
             * Format: uri
             * @description URL of the next page; null on the last
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page; null on the first
             */
            prev: string | null;
            /** @description Maximum number of entries on a page */
            limit: number;
            /** @description Number of entries before this page */
            offset: number;
            /** @description Total number of entries */
            total: number;
        };
        Problem: components["schemas"]["Error"] & {
            /** @description URL of the description of the code */
            type: string;
            /** @description The same as `error` */
            title: string;
            /** @description HTTP status */
            status: number;
            /** @description `error` and `hint` */
            detail: string;
            /** @description The id of the request */
            instance: string;
        };
        Error: {
            /**
             * @description Permanent code for programs
             * @enum {string}
             */
            code: "malformed_request" | "invalid_parameter" | "invalid_query" | "missing_api_key" | "malformed_api_key" | "invalid_api_key" | "revoked_api_key" | "account_suspended" | "not_found" | "no_elements" | "method_not_allowed" | "elements_too_old" | "not_acceptable" | "request_timeout" | "query_timeout" | "precondition_failed" | "uri_too_long" | "release_too_old" | "range_not_satisfiable" | "tle_not_expressible" | "daily_quota_exceeded" | "burst_limit_exceeded" | "too_many_queries" | "headers_too_large" | "database_error" | "internal_error" | "too_many_connections" | "queries_busy" | "history_busy" | "service_paused" | "auth_misconfigured" | "catalog_unavailable";
            /** @description The problem, as text */
            error: string;
            /** @description The remedy, as text */
            hint: string;
            /** @description The parameter that is not accepted */
            parameter?: string;
            /** @description Allowed values */
            allowed?: string[];
            /** @description Seconds to wait */
            retry_after?: number;
        };
        Satellite: {
            /**
             * @description Catalog number of the United States Space Force (NORAD), up to nine digits
             * @example 25544
             */
            norad_cat_id: number;
            /**
             * @description International (COSPAR) designator: year, launch of the year, piece
             * @example 1998-067A
             */
            cospar_id: string | null;
            /**
             * @description Name of the object
             * @example ISS (ZARYA)
             */
            name: string;
            /**
             * @description Other names in the sources
             * @example [
             *       "Zarya Cargo Block"
             *     ]
             */
            alt_names: string[];
            /**
             * @description Kind of object
             * @example PAYLOAD
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * @description Whether it is working; DECAYED if it has a decay date
             * @example OPERATIONAL
             * @enum {string}
             */
            operational_status: "OPERATIONAL" | "PARTIALLY_OPERATIONAL" | "STANDBY" | "SPARE" | "EXTENDED_MISSION" | "NONOPERATIONAL" | "DECAYED" | "UNKNOWN";
            /**
             * @description True for OPERATIONAL, PARTIALLY_OPERATIONAL, STANDBY, SPARE, and EXTENDED_MISSION
             * @example true
             */
            active: boolean;
            /**
             * @description Orbit class, from the newest elements, or else SATCAT, or else GCAT; a decayed object keeps its last one
             * @example LEO
             * @enum {string}
             */
            orbit_class: "LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN";
            /**
             * @description Type of orbit within its class: sun-synchronous, Molniya, geostationary …
             * @example INCLINED
             */
            orbit_type: string | null;
            /**
             * @description ISO 3166-1 alpha-2 code of the owner state, the code of an organization, or UNKNOWN
             * @example US
             */
            country: string;
            /**
             * @description Name of that state or organization
             * @example United States of America
             */
            country_name: string | null;
            /**
             * @description Operator, under one name for all spellings
             * @example NASA Johnson Space Flight Center
             */
            operator: string | null;
            /**
             * @description The operator in URLs
             * @example nasa-johnson-space-flight-center
             */
            operator_slug: string | null;
            /**
             * @description The launch it came from: year and number of its COSPAR designator
             * @example 1998-067
             */
            launch_id: string | null;
            /**
             * Format: date
             * @description Day of launch (UTC). For an object with the designator of a space station, it may be the day of the station’s own launch, as SATCAT has it
             * @example 1998-11-20
             */
            launch_date: string | null;
            /**
             * @description Launch site
             * @example Baikonur Cosmodrome
             */
            launch_site: string | null;
            /**
             * @description Launch vehicle
             * @example Proton-K
             */
            launch_vehicle: string | null;
            /**
             * Format: date
             * @description Day it reentered or landed (UTC); null if still in orbit or unknown
             * @example null
             */
            decay_date: string | null;
            /**
             * @description Orbital period
             * @example 92.9
             */
            period_min: number | null;
            /**
             * @description Angle between the orbit and the equator
             * @example 51.63
             */
            inclination_deg: number | null;
            /**
             * @description Highest altitude above an Earth radius of 6,378.135 km
             * @example 422.1
             */
            apogee_km: number | null;
            /**
             * @description Lowest altitude above an Earth radius of 6,378.135 km
             * @example 413.4
             */
            perigee_km: number | null;
            /**
             * @description Shape of the orbit: 0 is a circle
             * @example 0.00062
             */
            eccentricity: number | null;
            /**
             * @description Radar cross-section
             * @example 399.05
             */
            rcs_m2: number | null;
            /**
             * Format: date-time
             * @description Epoch of its newest element set (UTC); null if it has none
             * @example 2026-08-21T18:32:11.425056Z
             */
            elements_epoch: string | null;
            /**
             * Format: date-time
             * @description Release in which this record last changed (UTC)
             * @example 2026-08-21T23:00:00Z
             */
            updated_at: string;
            /**
             * @description Common name, if a source has one
             * @example International Space Station
             */
            common_name: string | null;
            /**
             * @description Purpose, in UCS terms
             * @example Space Science
             */
            purpose: string | null;
            /**
             * @description Detailed purpose; several are separated by "/"
             * @example Spaceship or space station
             */
            detailed_purpose: string | null;
            /**
             * @description Users, in UCS terms: Civil, Commercial, Government, Military; several are separated by "/"
             * @example Government
             */
            users: string | null;
            /**
             * @description State or organization that registered it with the UN; NR if unregistered
             * @example US
             */
            un_registry_country: string | null;
            /**
             * @description Manufacturer
             * @example Khrunichev
             */
            manufacturer: string | null;
            /**
             * @description Country of the manufacturer
             * @example RU
             */
            manufacturer_country: string | null;
            /**
             * @description Mass at launch, including propellant
             * @example 20040
             */
            launch_mass_kg: number | null;
            /**
             * @description Mass without propellant
             * @example 16240
             */
            dry_mass_kg: number | null;
            /**
             * @description Electric power
             * @example null
             */
            power_w: number | null;
            /**
             * @description Length of the body
             * @example 12.6
             */
            length_m: number | null;
            /**
             * @description Diameter of the body
             * @example 4.1
             */
            diameter_m: number | null;
            /**
             * @description Largest dimension with panels and booms deployed
             * @example 24.4
             */
            span_m: number | null;
            /**
             * @description Type of the spacecraft bus or of the stage
             * @example Starlink V2MO
             */
            bus: string | null;
            /**
             * @description Shape of the body, in the words of its source
             * @example Cyl + 2 Pan
             */
            shape: string | null;
            /**
             * @description Motor for its orbit or attitude
             * @example KDU-414
             */
            motor: string | null;
            /**
             * @description MANEUVERS: its source marks it as able to change its orbit. DEORBITS: only to come down, as recoverable capsules. Null says nothing: satellites with thrusters are among them
             * @example MANEUVERS
             * @enum {string|null}
             */
            maneuver_capability: "MANEUVERS" | "DEORBITS" | null;
            /**
             * @description Attitude control, by the code that its source writes: no documentation of the codes was found, so none is decoded
             * @example P
             */
            attitude_control_code: string | null;
            /**
             * @description Program that it belongs to
             * @example Starlink 2M S2
             */
            program: string | null;
            /**
             * @description Where it came down or landed, in the words of its source: a place, degrees of longitude and latitude in either order (93W 9S), or AOR, IOR, POR for the Atlantic, Indian, and Pacific Ocean
             * @example null
             */
            reentry_location: string | null;
            /**
             * @description Whether the payload achieved its mission; null if its source does not state it
             * @example SUCCESS
             * @enum {string|null}
             */
            mission_result: "SUCCESS" | "FAILURE" | null;
            /**
             * Format: date
             * @description Day (UTC) of the orbit in which its source says that the payload was left: for one that could not maneuver, soon after launch or years after it ended. Null for payloads that work
             * @example null
             */
            disposal_orbit_date: string | null;
            /**
             * @description Perigee height of that orbit
             * @example null
             */
            disposal_perigee_km: number | null;
            /**
             * @description Apogee height of that orbit
             * @example null
             */
            disposal_apogee_km: number | null;
            /**
             * @description Inclination of that orbit
             * @example null
             */
            disposal_inclination_deg: number | null;
            /**
             * @description Plane of the constellation, and slot if known, in the words of its source
             * @example 4 1
             */
            orbital_plane: string | null;
            /**
             * @description Document in which it was registered with the UN
             * @example ST/SG/SER.E/1131
             */
            un_registration: string | null;
            /**
             * Format: date
             * @description Day (UTC) on which it separated from its parent: for a fragment, that of the break-up; for a satellite that was deployed from a station, years after its launch
             * @example 1998-11-20
             */
            separation_date: string | null;
            /**
             * @description The object that it separated from, by its JCAT id in GCAT, as in gcat_id: a satellite, a stage, or a part without a catalog number
             * @example A05217
             */
            parent_gcat_id: string | null;
            /**
             * @description Design life
             * @example null
             */
            expected_lifetime_yr: number | null;
            /**
             * @description East longitude of a GEO object at the epoch of its elements; west is negative
             * @example null
             */
            geo_longitude_deg: number | null;
            /**
             * @description Whether it is in orbit, reentered, landed, escaped, or is lost
             * @example IN_ORBIT
             * @enum {string}
             */
            disposition: "IN_ORBIT" | "REENTERED" | "DEORBITED" | "LANDED" | "ESCAPED" | "LOST" | "UNKNOWN";
            /**
             * @description Its item in Wikidata
             * @example Q25271
             */
            wikidata_id: string | null;
            /**
             * @description Its id in SatNOGS DB
             * @example XSKZ-5603-1870-9019-3066
             */
            satnogs_id: string | null;
            /**
             * @description Its JCAT id in GCAT
             * @example S25544
             */
            gcat_id: string | null;
            /**
             * @description Its website
             * @example https://www.nasa.gov/station
             */
            website: string | null;
            /**
             * @description A picture of it
             * @example https://db.satnogs.org/media/satellites/iss.jpg
             */
            image: string | null;
            /**
             * @description The groups that it is in, in the order of `/api/v1/groups`, with its name in each
             * @example [
             *       {
             *         "slug": "stations",
             *         "name": "ISS (ZARYA)",
             *         "source": "celestrak"
             *       }
             *     ]
             */
            groups: {
                /**
                 * @description The group
                 * @example gps-ops
                 */
                slug: string;
                /**
                 * @description Name of the object in this group
                 * @example GPS BIIR-2  (PRN 13)
                 */
                name: string;
                /**
                 * @description Source of the membership
                 * @example celestrak
                 */
                source: string;
            }[];
            /**
             * @description Median and 80 % window of its reentry, if that is predicted within 60 days; null otherwise. Absent in a record of a release that is no longer kept, for which no prediction is archived
             * @example null
             */
            reentry_prediction?: {
                /**
                 * Format: date-time
                 * @description Time of the release that made the prediction
                 * @example 2026-07-08T00:00:00Z
                 */
                predicted_at: string;
                /**
                 * Format: date-time
                 * @description Epoch of the newest element set that was used
                 * @example 2026-07-07T17:21:05Z
                 */
                elements_epoch: string;
                /**
                 * Format: date-time
                 * @description Median: the reentry is as likely before as after
                 * @example 2026-07-13T06:00:00Z
                 */
                reenters_at: string;
                /**
                 * Format: date-time
                 * @description Beginning of the 80 % window
                 * @example 2026-07-12T02:00:00Z
                 */
                window_from: string;
                /**
                 * Format: date-time
                 * @description End of the 80 % window
                 * @example 2026-07-14T14:00:00Z
                 */
                window_to: string;
                /**
                 * @description Whether the decay rate comes from several element sets, or from the drag term of the newest set
                 * @example decay_rate
                 * @enum {string}
                 */
                basis: "decay_rate" | "single_set";
                /**
                 * @description Element sets that were used
                 * @example 5
                 */
                element_sets: number;
                /**
                 * @description Time between the first and the last of these element sets
                 * @example 1.6
                 */
                span_days: number;
                /**
                 * @description Perigee of the newest set
                 * @example 234.1
                 */
                perigee_km: number;
            } | null;
            /**
             * @description Only in the record of an object that no catalog lists any more: all its other values are of the last release that listed it
             * @example {
             *       "last_listed": "2026-08-21T23:00:00Z",
             *       "last_release": "20260821T230000Z-ccf78f91",
             *       "reason": "not_listed",
             *       "designator_now": null
             *     }
             */
            removed?: {
                /**
                 * Format: date-time
                 * @description Time of the last release that listed the object (UTC)
                 * @example 2026-08-21T23:00:00Z
                 */
                last_listed: string;
                /**
                 * @description That release
                 * @example 20260821T230000Z-ccf78f91
                 */
                last_release: string;
                /**
                 * @description `not_listed`: neither SATCAT, nor the satcat of GCAT, nor a file of elements lists its catalog number any more, and no source says why. `designator_moved`: neither, and another catalog number has its COSPAR designator now
                 * @example not_listed
                 * @enum {string}
                 */
                reason: "not_listed" | "designator_moved";
                /**
                 * @description The catalog number that has its COSPAR designator now
                 * @example null
                 */
                designator_now: number | null;
            };
            /**
             * @description Every claim about the object: by field in the order of the record, the selected one first, then by trust
             * @example [
             *       {
             *         "field": "launch_date",
             *         "value_text": null,
             *         "value_numeric": null,
             *         "value_date": "1998-11-20",
             *         "value_bool": null,
             *         "confidence": "CONFIRMED",
             *         "source_record": "satcat.csv NORAD_CAT_ID=25544",
             *         "source": {
             *           "name": "CelesTrak",
             *           "slug": "celestrak",
             *           "license": "None stated"
             *         },
             *         "precision": "day",
             *         "uncertain": false,
             *         "raw": "1998-11-20",
             *         "observed_at": "2026-08-21T23:00:00Z",
             *         "selected": true,
             *         "url": "https://celestrak.org/satcat/records.php?CATNR=25544"
             *       }
             *     ]
             */
            claims: {
                /**
                 * @description The field of the record it is about
                 * @example launch_date
                 */
                field: string;
                /**
                 * @description The value, if it is text
                 * @example null
                 */
                value_text: string | null;
                /**
                 * @description The value, if it is a number, in the unit of the field
                 * @example null
                 */
                value_numeric: number | null;
                /**
                 * Format: date
                 * @description The value, if it is a date: the first day of the period that the source gives
                 * @example 1998-11-20
                 */
                value_date: string | null;
                /**
                 * @description The value, if it is true or false
                 * @example null
                 */
                value_bool: boolean | null;
                /**
                 * @description How certain the value is
                 * @example CONFIRMED
                 * @enum {string}
                 */
                confidence: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING";
                /**
                 * @description The row of the source
                 * @example satcat.csv NORAD_CAT_ID=25544
                 */
                source_record: string;
                /**
                 * @description Who claims it
                 * @example {
                 *       "name": "CelesTrak",
                 *       "slug": "celestrak",
                 *       "license": "None stated"
                 *     }
                 */
                source: {
                    /**
                     * @description Its name
                     * @example GCAT
                     */
                    name: string;
                    /**
                     * @description The source of the claim
                     * @example celestrak
                     * @enum {string}
                     */
                    slug: "celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived";
                    /**
                     * @description Terms of its data
                     * @example CC-BY-4.0
                     */
                    license: string;
                };
                /**
                 * @description Precision of a date: day, month, quarter, year, decade, century
                 * @example day
                 */
                precision: string | null;
                /**
                 * @description The source itself marks the value as uncertain
                 * @example false
                 */
                uncertain: boolean;
                /**
                 * @description The original text of the source, before decoding
                 * @example 1998-11-20
                 */
                raw: string | null;
                /**
                 * Format: date-time
                 * @description When the source made this claim (UTC)
                 * @example 2026-08-21T23:00:00Z
                 */
                observed_at: string | null;
                /**
                 * @description Whether this claim gives the value of the record
                 * @example true
                 */
                selected: boolean;
                /**
                 * Format: uri
                 * @description URL of the source
                 * @example https://celestrak.org/satcat/records.php?CATNR=25544
                 */
                url: string | null;
            }[];
            /**
             * @description The confidence of each field, with the rule and the sources
             * @example {
             *       "fields": [
             *         {
             *           "field": "launch_date",
             *           "confidence": "CONFIRMED",
             *           "sources": [
             *             "celestrak",
             *             "gcat"
             *           ],
             *           "uncertain": false,
             *           "rule": "Two or more independent sources agree on this value, and none disagrees."
             *         }
             *       ],
             *       "missing": [
             *         "power_w"
             *       ]
             *     }
             */
            provenance: {
                /**
                 * @description One entry for every field of the record, in its order
                 * @example [
                 *       {
                 *         "field": "launch_date",
                 *         "confidence": "CONFIRMED",
                 *         "sources": [
                 *           "celestrak",
                 *           "gcat"
                 *         ],
                 *         "uncertain": false,
                 *         "rule": "Two or more independent sources agree on this value, and none disagrees."
                 *       }
                 *     ]
                 */
                fields: {
                    /**
                     * @description The field of the record
                     * @example launch_date
                     */
                    field: string;
                    /**
                     * @description How certain the value is; null if no source has a claim about the field
                     * @example CONFIRMED
                     * @enum {string|null}
                     */
                    confidence: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                    /**
                     * @description The sources that support the value
                     * @example [
                     *       "celestrak",
                     *       "gcat"
                     *     ]
                     */
                    sources: ("celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived")[];
                    /**
                     * @description The source of the value marks it as uncertain or estimated
                     * @example false
                     */
                    uncertain: boolean;
                    /**
                     * @description The rule that determined the confidence, as a sentence, and the claims that were not compared
                     * @example Two or more independent sources agree on this value, and none disagrees.
                     */
                    rule: string | null;
                }[];
                /**
                 * @description The fields without claims
                 * @example [
                 *       "power_w"
                 *     ]
                 */
                missing: string[];
            };
        };
        Relative: {
            /**
             * @description The object that it separated from (`parent`), one that separated from it (`child`), or another one of its parent (`sibling`)
             * @example child
             * @enum {string}
             */
            relation: "parent" | "child" | "sibling";
            /**
             * @description Catalog number of the United States Space Force (NORAD), up to nine digits
             * @example 25544
             */
            norad_cat_id: number;
            /**
             * @description International (COSPAR) designator: year, launch of the year, piece
             * @example 1998-067A
             */
            cospar_id: string | null;
            /**
             * @description Name of the object
             * @example ISS (ZARYA)
             */
            name: string;
            /**
             * @description Other names in the sources
             * @example [
             *       "Zarya Cargo Block"
             *     ]
             */
            alt_names: string[];
            /**
             * @description Kind of object
             * @example PAYLOAD
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * @description Whether it is working; DECAYED if it has a decay date
             * @example OPERATIONAL
             * @enum {string}
             */
            operational_status: "OPERATIONAL" | "PARTIALLY_OPERATIONAL" | "STANDBY" | "SPARE" | "EXTENDED_MISSION" | "NONOPERATIONAL" | "DECAYED" | "UNKNOWN";
            /**
             * @description True for OPERATIONAL, PARTIALLY_OPERATIONAL, STANDBY, SPARE, and EXTENDED_MISSION
             * @example true
             */
            active: boolean;
            /**
             * @description Orbit class, from the newest elements, or else SATCAT, or else GCAT; a decayed object keeps its last one
             * @example LEO
             * @enum {string}
             */
            orbit_class: "LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN";
            /**
             * @description Type of orbit within its class: sun-synchronous, Molniya, geostationary …
             * @example INCLINED
             */
            orbit_type: string | null;
            /**
             * @description ISO 3166-1 alpha-2 code of the owner state, the code of an organization, or UNKNOWN
             * @example US
             */
            country: string;
            /**
             * @description Name of that state or organization
             * @example United States of America
             */
            country_name: string | null;
            /**
             * @description Operator, under one name for all spellings
             * @example NASA Johnson Space Flight Center
             */
            operator: string | null;
            /**
             * @description The operator in URLs
             * @example nasa-johnson-space-flight-center
             */
            operator_slug: string | null;
            /**
             * @description The launch it came from: year and number of its COSPAR designator
             * @example 1998-067
             */
            launch_id: string | null;
            /**
             * Format: date
             * @description Day of launch (UTC). For an object with the designator of a space station, it may be the day of the station’s own launch, as SATCAT has it
             * @example 1998-11-20
             */
            launch_date: string | null;
            /**
             * @description Launch site
             * @example Baikonur Cosmodrome
             */
            launch_site: string | null;
            /**
             * @description Launch vehicle
             * @example Proton-K
             */
            launch_vehicle: string | null;
            /**
             * Format: date
             * @description Day it reentered or landed (UTC); null if still in orbit or unknown
             * @example null
             */
            decay_date: string | null;
            /**
             * @description Orbital period
             * @example 92.9
             */
            period_min: number | null;
            /**
             * @description Angle between the orbit and the equator
             * @example 51.63
             */
            inclination_deg: number | null;
            /**
             * @description Highest altitude above an Earth radius of 6,378.135 km
             * @example 422.1
             */
            apogee_km: number | null;
            /**
             * @description Lowest altitude above an Earth radius of 6,378.135 km
             * @example 413.4
             */
            perigee_km: number | null;
            /**
             * @description Shape of the orbit: 0 is a circle
             * @example 0.00062
             */
            eccentricity: number | null;
            /**
             * @description Radar cross-section
             * @example 399.05
             */
            rcs_m2: number | null;
            /**
             * Format: date-time
             * @description Epoch of its newest element set (UTC); null if it has none
             * @example 2026-08-21T18:32:11.425056Z
             */
            elements_epoch: string | null;
            /**
             * Format: date-time
             * @description Release in which this record last changed (UTC)
             * @example 2026-08-21T23:00:00Z
             */
            updated_at: string;
        };
        Breakup: {
            /**
             * @description The number of the object in GCAT, and the day
             * @example S22675-2009-02-10
             */
            id: string;
            /**
             * @description The object that the pieces separated from, by its JCAT id in GCAT
             * @example S22675
             */
            parent_gcat_id: string;
            /**
             * @description Its catalog number; null if it has none, or is not in the catalog
             * @example 22675
             */
            norad_cat_id: number | null;
            /**
             * @description Its name; null likewise
             * @example COSMOS 2251
             */
            name: string | null;
            /**
             * @description Its COSPAR designator; null likewise
             * @example 1993-036A
             */
            cospar_id: string | null;
            /**
             * Format: date
             * @description The day (UTC), as GCAT has it; it may be an estimate
             * @example 2009-02-10
             */
            separation_date: string;
            /**
             * @description Precision of that date: day, month, quarter, year, decade, century. If it is not day, the date is the first day of that time; if pieces differ, it is the coarsest
             * @example day
             */
            separation_precision: string;
            /**
             * @description Cataloged pieces of debris. What was never cataloged is not counted
             * @example 1713
             */
            pieces: number;
            /**
             * @description Pieces in orbit
             * @example 595
             */
            in_orbit: number;
            /**
             * @description Pieces that have decayed
             * @example 1118
             */
            decayed: number;
            /**
             * @description Further debris of the same launch of which no source states from what it separated: some of it may be of this break-up
             * @example 12
             */
            without_parent: number;
            /**
             * @description Those of them that have decayed
             * @example 9
             */
            decayed_without_parent: number;
            /**
             * @description Lowest perigee of the pieces in orbit; null if no orbit of one is known
             * @example 201.4
             */
            lowest_perigee_km: number | null;
            /**
             * @description Highest apogee of the pieces in orbit; null likewise
             * @example 1873.2
             */
            highest_apogee_km: number | null;
        };
        BreakupWithSatellites: components["schemas"]["Breakup"] & {
            /** @description A page of its pieces, those in orbit first */
            satellites: components["schemas"]["SatelliteSummary"][];
        };
        SatelliteSummary: {
            /**
             * @description Catalog number of the United States Space Force (NORAD), up to nine digits
             * @example 25544
             */
            norad_cat_id: number;
            /**
             * @description International (COSPAR) designator: year, launch of the year, piece
             * @example 1998-067A
             */
            cospar_id: string | null;
            /**
             * @description Name of the object
             * @example ISS (ZARYA)
             */
            name: string;
            /**
             * @description Other names in the sources
             * @example [
             *       "Zarya Cargo Block"
             *     ]
             */
            alt_names: string[];
            /**
             * @description Kind of object
             * @example PAYLOAD
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * @description Whether it is working; DECAYED if it has a decay date
             * @example OPERATIONAL
             * @enum {string}
             */
            operational_status: "OPERATIONAL" | "PARTIALLY_OPERATIONAL" | "STANDBY" | "SPARE" | "EXTENDED_MISSION" | "NONOPERATIONAL" | "DECAYED" | "UNKNOWN";
            /**
             * @description True for OPERATIONAL, PARTIALLY_OPERATIONAL, STANDBY, SPARE, and EXTENDED_MISSION
             * @example true
             */
            active: boolean;
            /**
             * @description Orbit class, from the newest elements, or else SATCAT, or else GCAT; a decayed object keeps its last one
             * @example LEO
             * @enum {string}
             */
            orbit_class: "LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN";
            /**
             * @description Type of orbit within its class: sun-synchronous, Molniya, geostationary …
             * @example INCLINED
             */
            orbit_type: string | null;
            /**
             * @description ISO 3166-1 alpha-2 code of the owner state, the code of an organization, or UNKNOWN
             * @example US
             */
            country: string;
            /**
             * @description Name of that state or organization
             * @example United States of America
             */
            country_name: string | null;
            /**
             * @description Operator, under one name for all spellings
             * @example NASA Johnson Space Flight Center
             */
            operator: string | null;
            /**
             * @description The operator in URLs
             * @example nasa-johnson-space-flight-center
             */
            operator_slug: string | null;
            /**
             * @description The launch it came from: year and number of its COSPAR designator
             * @example 1998-067
             */
            launch_id: string | null;
            /**
             * Format: date
             * @description Day of launch (UTC). For an object with the designator of a space station, it may be the day of the station’s own launch, as SATCAT has it
             * @example 1998-11-20
             */
            launch_date: string | null;
            /**
             * @description Launch site
             * @example Baikonur Cosmodrome
             */
            launch_site: string | null;
            /**
             * @description Launch vehicle
             * @example Proton-K
             */
            launch_vehicle: string | null;
            /**
             * Format: date
             * @description Day it reentered or landed (UTC); null if still in orbit or unknown
             * @example null
             */
            decay_date: string | null;
            /**
             * @description Orbital period
             * @example 92.9
             */
            period_min: number | null;
            /**
             * @description Angle between the orbit and the equator
             * @example 51.63
             */
            inclination_deg: number | null;
            /**
             * @description Highest altitude above an Earth radius of 6,378.135 km
             * @example 422.1
             */
            apogee_km: number | null;
            /**
             * @description Lowest altitude above an Earth radius of 6,378.135 km
             * @example 413.4
             */
            perigee_km: number | null;
            /**
             * @description Shape of the orbit: 0 is a circle
             * @example 0.00062
             */
            eccentricity: number | null;
            /**
             * @description Radar cross-section
             * @example 399.05
             */
            rcs_m2: number | null;
            /**
             * Format: date-time
             * @description Epoch of its newest element set (UTC); null if it has none
             * @example 2026-08-21T18:32:11.425056Z
             */
            elements_epoch: string | null;
            /**
             * Format: date-time
             * @description Release in which this record last changed (UTC)
             * @example 2026-08-21T23:00:00Z
             */
            updated_at: string;
        };
        Tle: {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object in the element set; its record may have another */
            name: string;
            /** @description Epoch of the elements (UTC), as upstream writes it */
            epoch: string;
            /** @description First line */
            line1: string;
            /** @description Second line */
            line2: string;
            /** @description Name and both lines, each ending in a line feed */
            tle: string;
            /**
             * Format: date-time
             * @description Positions are computed from these elements from here (ISO 8601, UTC): the first moment at which SGP4 has an orbit with a perigee of 80 km or more, and not more than 30 days before the epoch in low orbit, 90 above; null if they give none
             */
            valid_from: string | null;
            /**
             * Format: date-time
             * @description The same for the end
             */
            valid_to: string | null;
            /** @description A message with the age of the elements if they are older than three days; otherwise null */
            stale_warning: string | null;
        };
        /** @description The keywords of CCSDS 502.0-B-3; numbers have all digits of the source */
        Omm: {
            /** @description Version of the message format: 3.0 */
            CCSDS_OMM_VERS: string;
            /** @description When the message was made: the time of the release (UTC) */
            CREATION_DATE: string;
            /** @description Who made the message */
            ORIGINATOR: string;
            /** @description Name of the object; UNKNOWN if it has none */
            OBJECT_NAME: string;
            /** @description COSPAR designator; UNKNOWN if it has none */
            OBJECT_ID: string;
            /** @description Body that it orbits: EARTH */
            CENTER_NAME: string;
            /** @description Frame of the elements: TEME, true equator and mean equinox */
            REF_FRAME: string;
            /** @description Time of the epoch: UTC */
            TIME_SYSTEM: string;
            /** @description Theory that the mean elements are of: SGP4 */
            MEAN_ELEMENT_THEORY: string;
            /** @description Epoch, to the microsecond, as upstream writes it (ISO 8601, UTC) */
            EPOCH: string;
            /** @description Mean motion (revolutions per day) */
            MEAN_MOTION: number;
            /** @description Eccentricity */
            ECCENTRICITY: number;
            /** @description Inclination (degrees) */
            INCLINATION: number;
            /** @description Right ascension of the ascending node (degrees) */
            RA_OF_ASC_NODE: number;
            /** @description Argument of pericenter (degrees) */
            ARG_OF_PERICENTER: number;
            /** @description Mean anomaly (degrees) */
            MEAN_ANOMALY: number;
            /** @description Ephemeris type: 0 is SGP4 */
            EPHEMERIS_TYPE: number;
            /** @description Classification: U is unclassified */
            CLASSIFICATION_TYPE: string;
            /** @description Catalog number */
            NORAD_CAT_ID: number;
            /** @description Element set number */
            ELEMENT_SET_NO: number;
            /** @description Revolution number at epoch */
            REV_AT_EPOCH: number;
            /** @description SGP4 drag term B* (inverse Earth radii) */
            BSTAR: number;
            /** @description Half of the first derivative of mean motion, as in a TLE (revolutions per day²) */
            MEAN_MOTION_DOT: number;
            /** @description A sixth of the second derivative of mean motion, as in a TLE (revolutions per day³) */
            MEAN_MOTION_DDOT: number;
        };
        Position: {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object */
            name: string;
            /** @description Time of the position (ISO 8601, UTC) */
            at: string;
            /**
             * Format: date-time
             * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
             */
            elements_epoch: string;
            /** @description Age of the elements at that time, or at the start of the window, days */
            age_days: number;
            /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
            time_uncertainty_s: number | null;
            /** @description The corresponding distance, km */
            position_uncertainty_km: number | null;
            /**
             * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
             * @enum {string|null}
             */
            uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
            /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
            uncertainty_comparisons: number | null;
            /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
            uncertainty_held: number | null;
            /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
            stale_warning: string | null;
            /** @description True equator, mean equinox of the date: the frame of SGP4 */
            teme: {
                /** @description x, y, z, km */
                position_km: number[];
                /** @description x, y, z, km/s */
                velocity_km_s: number[];
            };
            /** @description Earth-fixed (UT1 by a table, no polar motion: within 0.001°); velocity relative to the turning Earth */
            itrf: {
                /** @description x, y, z, km */
                position_km: number[];
                /** @description x, y, z, km/s */
                velocity_km_s: number[];
            };
            /** @description Geodetic latitude of the ground point, degrees (WGS84), north positive */
            latitude_deg: number;
            /** @description Longitude of the ground point, degrees, east positive */
            longitude_deg: number;
            /** @description Height above the ellipsoid, km */
            altitude_km: number;
            /** @description Speed in TEME, km/s */
            speed_km_s: number;
            /** @description Whether more than half of the Sun’s disk is visible from the object */
            sunlit: boolean;
            /**
             * @description Whether all, part, or none of the Sun is visible from the object
             * @enum {string}
             */
            illumination: "sunlit" | "penumbra" | "umbra";
            /** @description Visible part of the Sun’s disk, 0 to 1 */
            sun_fraction: number;
            /** @description The view from the location; null without a location */
            observer: {
                /** @description Azimuth, degrees from north through east */
                azimuth_deg: number;
                /** @description Elevation, degrees, without refraction */
                elevation_deg: number;
                /** @description Range, km */
                range_km: number;
                /** @description Range rate, km/s; positive if the object recedes */
                range_rate_km_s: number;
                /** @description Topocentric right ascension, degrees, with the true equator and mean equinox of date (TEME) */
                right_ascension_deg: number;
                /** @description Topocentric declination, degrees, in the same frame */
                declination_deg: number;
                /** @description Elevation of the Sun, degrees, without refraction */
                sun_elevation_deg: number;
                /** @description Elevation of the Moon, degrees, without refraction, accurate to 0.15° */
                moon_elevation_deg: number;
            } | null;
        };
        Ephemeris: {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object */
            name: string;
            /**
             * Format: date-time
             * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
             */
            elements_epoch: string;
            /** @description Age of the elements at that time, or at the start of the window, days */
            age_days: number;
            /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
            time_uncertainty_s: number | null;
            /** @description The corresponding distance, km */
            position_uncertainty_km: number | null;
            /**
             * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
             * @enum {string|null}
             */
            uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
            /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
            uncertainty_comparisons: number | null;
            /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
            uncertainty_held: number | null;
            /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
            stale_warning: string | null;
            /**
             * @description Frame of the vectors
             * @enum {string}
             */
            frame: "ITRF" | "TEME";
            /** @description In order of time */
            rows: components["schemas"]["EphemerisRow"][];
        };
        EphemerisRow: {
            /** @description Time (ISO 8601, UTC) */
            at: string;
            /** @description x, km */
            x_km: number;
            /** @description y, km */
            y_km: number;
            /** @description z, km */
            z_km: number;
            /** @description Velocity along x, km/s */
            vx_km_s: number;
            /** @description Velocity along y, km/s */
            vy_km_s: number;
            /** @description Velocity along z, km/s */
            vz_km_s: number;
            /** @description Geodetic latitude of the ground point, degrees (WGS84), north positive */
            latitude_deg: number;
            /** @description Longitude of the ground point, degrees, east positive */
            longitude_deg: number;
            /** @description Height above the ellipsoid, km */
            altitude_km: number;
            /** @description With a location: azimuth, degrees from north through east */
            azimuth_deg?: number;
            /** @description With a location: elevation, degrees */
            elevation_deg?: number;
            /** @description With a location: range, km */
            range_km?: number;
            /** @description With a location: range rate, km/s */
            range_rate_km_s?: number;
        };
        Track: {
            /**
             * @description Always `FeatureCollection`
             * @enum {string}
             */
            type: "FeatureCollection";
            /** @description One feature */
            features: {
                /**
                 * @description Always `Feature`
                 * @enum {string}
                 */
                type: "Feature";
                /** @description Catalog number */
                id: number;
                /** @description The track */
                geometry: {
                    /**
                     * @description Always `MultiLineString`
                     * @enum {string}
                     */
                    type: "MultiLineString";
                    /** @description Lines of points: longitude, latitude (degrees), height (m). A line ends at the date line */
                    coordinates: number[][][];
                };
                /** @description The object of the track, and the elements that it is computed from */
                properties: {
                    /** @description Catalog number */
                    norad_cat_id: number;
                    /** @description Name of the object */
                    name: string;
                    /**
                     * Format: date-time
                     * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
                     */
                    elements_epoch: string;
                    /** @description Age of the elements at that time, or at the start of the window, days */
                    age_days: number;
                    /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
                    time_uncertainty_s: number | null;
                    /** @description The corresponding distance, km */
                    position_uncertainty_km: number | null;
                    /**
                     * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
                     * @enum {string|null}
                     */
                    uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
                    /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
                    uncertainty_comparisons: number | null;
                    /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
                    uncertainty_held: number | null;
                    /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
                    stale_warning: string | null;
                    /** @description The time of each point (ISO 8601, UTC) */
                    times: string[][];
                };
            }[];
        };
        Passes: {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object */
            name: string;
            /**
             * Format: date-time
             * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
             */
            elements_epoch: string;
            /** @description Age of the elements at that time, or at the start of the window, days */
            age_days: number;
            /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
            time_uncertainty_s: number | null;
            /** @description The corresponding distance, km */
            position_uncertainty_km: number | null;
            /**
             * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
             * @enum {string|null}
             */
            uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
            /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
            uncertainty_comparisons: number | null;
            /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
            uncertainty_held: number | null;
            /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
            stale_warning: string | null;
            /**
             * @description Whether the object rises and sets at this location
             * @enum {string}
             */
            state: "rises_and_sets" | "always_up" | "never_rises";
            /** @description In order of time */
            passes: components["schemas"]["ObjectPass"][];
            transmitter?: components["schemas"]["TunedTransmitter"];
        };
        ObjectPass: components["schemas"]["Pass"] & {
            frequency?: components["schemas"]["PassFrequency"];
        };
        /** @description With `transmitter`: frequencies corrected for the Doppler shift */
        PassFrequency: {
            rise: components["schemas"]["TunedMoment"];
            culmination: components["schemas"]["TunedMoment"];
            set: components["schemas"]["TunedMoment"];
            /** @description From the rise on, every `step_s` until the set */
            steps: components["schemas"]["TunedMoment"][];
        };
        TunedMoment: {
            /** @description Time (ISO 8601, UTC, to 0.1 s) */
            at: string;
            /** @description Azimuth, degrees from north through east */
            azimuth_deg: number;
            /** @description Elevation, degrees */
            elevation_deg: number;
            /** @description Range rate, km/s; positive if the object recedes */
            range_rate_km_s: number;
            /** @description Frequency to listen at, Hz; null if the transmitter has no downlink */
            downlink_hz: number | null;
            /** @description Frequency to send at, Hz; null if the transmitter has no uplink */
            uplink_hz: number | null;
        };
        Pass: {
            /** @description The rise above the elevation, or the edge of the window if the pass is in progress */
            rise: {
                /** @description Time of the rise above the elevation (ISO 8601, UTC, to 0.1 s) */
                at: string;
                /** @description Azimuth, degrees from north through east */
                azimuth_deg: number;
                /** @description Elevation, degrees */
                elevation_deg: number;
                /** @description Range, km */
                range_km: number;
            };
            /** @description The highest point, or the edge of the window if the pass is in progress */
            culmination: {
                /** @description Time of the highest point (ISO 8601, UTC, to 0.1 s) */
                at: string;
                /** @description Azimuth, degrees from north through east */
                azimuth_deg: number;
                /** @description Elevation, degrees */
                elevation_deg: number;
                /** @description Range, km */
                range_km: number;
            };
            /** @description If the pass has more than one maximum: every highest point, in order */
            culminations?: {
                /** @description Time of the highest point (ISO 8601, UTC, to 0.1 s) */
                at: string;
                /** @description Azimuth, degrees from north through east */
                azimuth_deg: number;
                /** @description Elevation, degrees */
                elevation_deg: number;
                /** @description Range, km */
                range_km: number;
            }[];
            /** @description The set below the elevation, or the edge of the window if the pass is in progress */
            set: {
                /** @description Time of the set below the elevation (ISO 8601, UTC, to 0.1 s) */
                at: string;
                /** @description Azimuth, degrees from north through east */
                azimuth_deg: number;
                /** @description Elevation, degrees */
                elevation_deg: number;
                /** @description Range, km */
                range_km: number;
            };
            /** @description Seconds from rise to set */
            duration_s: number;
            /** @description Whether the pass continues beyond the start or end of the window */
            in_progress: boolean;
            /** @description Error of these times, seconds, by the age of the elements at the highest point: two of three are closer. Null if it is not measured */
            time_uncertainty_s: number | null;
            /** @description When the object is sunlit and the Sun is 6° or more below the horizon */
            visible: {
                /** @description Start (ISO 8601, UTC, to 0.1 s) */
                from: string;
                /** @description End (ISO 8601, UTC, to 0.1 s) */
                to: string;
            }[];
            /** @description When the object is in the shadow of the Earth: from the middle of the penumbra on */
            eclipse: {
                /** @description Start (ISO 8601, UTC, to 0.1 s) */
                from: string;
                /** @description End (ISO 8601, UTC, to 0.1 s) */
                to: string;
            }[];
            /** @description Brightest magnitude while visible, estimated from the size of the object: of the estimates that were checked, 80 % were within 1 magnitude and the worst was 3 off. Null if it is never visible or its size is unknown */
            magnitude: number | null;
        };
        /** @description With `transmitter`: the transmitter of the frequencies */
        TunedTransmitter: {
            /** @description Id in SatNOGS DB */
            uuid: string;
            /** @description Description */
            description: string | null;
            /** @description Modulation or protocol of the downlink */
            mode: string | null;
            /** @description Whether SatNOGS DB lists it as in use */
            alive: boolean;
            /** @description Whether it is an inverting transponder */
            inverting: boolean;
            /** @description Frequency that the satellite transmits, without drift and Doppler shift, Hz */
            downlink_hz: number | null;
            /** @description Frequency that the satellite receives, without drift and Doppler shift, Hz */
            uplink_hz: number | null;
            /** @description License of the frequencies */
            license: string;
            /** @description Attribution to give if you use them */
            attribution: string;
        };
        ArchivedElements: {
            /**
             * @description Catalog number
             * @example 25544
             */
            norad_cat_id: number;
            /**
             * @description OBJECT_NAME of the element set
             * @example ISS (ZARYA)
             */
            object_name: string;
            /**
             * @description COSPAR designator; null if the source has none
             * @example 1998-067A
             */
            object_id: string | null;
            /**
             * @description Epoch, to the microsecond, as upstream writes it
             * @example 2026-08-21T18:32:11.425056
             */
            epoch: string;
            /** @description Mean motion (revolutions per day) */
            mean_motion: number;
            /** @description Eccentricity */
            eccentricity: number;
            /** @description Inclination (degrees) */
            inclination: number;
            /** @description Right ascension of the ascending node (degrees) */
            ra_of_asc_node: number;
            /** @description Argument of pericenter (degrees) */
            arg_of_pericenter: number;
            /** @description Mean anomaly (degrees) */
            mean_anomaly: number;
            /**
             * @description Ephemeris type: 0 is SGP4
             * @example 0
             */
            ephemeris_type: number;
            /**
             * @description Classification: U is unclassified
             * @example U
             */
            classification_type: string;
            /**
             * @description Element set number
             * @example 999
             */
            element_set_no: number;
            /**
             * @description Revolution number at epoch
             * @example 58211
             */
            rev_at_epoch: number;
            /** @description SGP4 drag term B* (inverse Earth radii) */
            bstar: number;
            /** @description Half of the first derivative of mean motion, as in a TLE (revolutions per day²) */
            mean_motion_dot: number;
            /** @description A sixth of the second derivative of mean motion, as in a TLE (revolutions per day³) */
            mean_motion_ddot: number;
            /**
             * Format: date-time
             * @description First snapshot in which it was the current set of the object (UTC); null if unknown
             */
            first_seen: string | null;
            /**
             * Format: date-time
             * @description Last such snapshot; null while it is current, or if unknown
             */
            last_seen: string | null;
            /** @description The upstream file that had it first */
            source: string | null;
            /**
             * Format: date-time
             * @description Positions are computed from these elements from here (ISO 8601, UTC): the first moment at which SGP4 has an orbit with a perigee of 80 km or more, and not more than 30 days before the epoch in low orbit, 90 above; null if they give none
             */
            valid_from: string | null;
            /**
             * Format: date-time
             * @description The same for the end
             */
            valid_to: string | null;
        };
        CoveredPageMeta: components["schemas"]["PageMeta"] & {
            coverage: components["schemas"]["Coverage"];
        };
        /** @description The range, and the gaps in it of which nothing is known */
        Coverage: {
            /**
             * Format: date-time
             * @description Start of the range (UTC)
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the range (UTC)
             */
            to: string;
            /** @description Parts without data, in order: more than 5 days without an element set, or more than 1.5 without a release. Changes in them were not seen, or only at their end */
            gaps: {
                /**
                 * Format: date-time
                 * @description The last data before the gap, or the start of the range (UTC)
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description The first data after the gap, or the end of the range (UTC)
                 */
                to: string;
            }[];
        };
        /** @description An element set with the keywords of an OMM, as CelesTrak writes it */
        CelestrakOmm: {
            /** @description The keyword OBJECT_NAME of an OMM (CCSDS 502.0-B) */
            OBJECT_NAME: string;
            /** @description The keyword OBJECT_ID of an OMM (CCSDS 502.0-B) */
            OBJECT_ID: string;
            /** @description The keyword EPOCH of an OMM (CCSDS 502.0-B) */
            EPOCH: string;
            /** @description The keyword MEAN_MOTION of an OMM (CCSDS 502.0-B) */
            MEAN_MOTION: number;
            /** @description The keyword ECCENTRICITY of an OMM (CCSDS 502.0-B) */
            ECCENTRICITY: number;
            /** @description The keyword INCLINATION of an OMM (CCSDS 502.0-B) */
            INCLINATION: number;
            /** @description The keyword RA_OF_ASC_NODE of an OMM (CCSDS 502.0-B) */
            RA_OF_ASC_NODE: number;
            /** @description The keyword ARG_OF_PERICENTER of an OMM (CCSDS 502.0-B) */
            ARG_OF_PERICENTER: number;
            /** @description The keyword MEAN_ANOMALY of an OMM (CCSDS 502.0-B) */
            MEAN_ANOMALY: number;
            /** @description The keyword EPHEMERIS_TYPE of an OMM (CCSDS 502.0-B) */
            EPHEMERIS_TYPE: number;
            /** @description The keyword CLASSIFICATION_TYPE of an OMM (CCSDS 502.0-B) */
            CLASSIFICATION_TYPE: string;
            /** @description The keyword NORAD_CAT_ID of an OMM (CCSDS 502.0-B) */
            NORAD_CAT_ID: number;
            /** @description The keyword ELEMENT_SET_NO of an OMM (CCSDS 502.0-B) */
            ELEMENT_SET_NO: number;
            /** @description The keyword REV_AT_EPOCH of an OMM (CCSDS 502.0-B) */
            REV_AT_EPOCH: number;
            /** @description The keyword BSTAR of an OMM (CCSDS 502.0-B) */
            BSTAR: number;
            /** @description The keyword MEAN_MOTION_DOT of an OMM (CCSDS 502.0-B) */
            MEAN_MOTION_DOT: number;
            /** @description The keyword MEAN_MOTION_DDOT of an OMM (CCSDS 502.0-B) */
            MEAN_MOTION_DDOT: number;
        };
        ValueChange: {
            /** @description The release that has the new value */
            release: string;
            /**
             * Format: date-time
             * @description When it was made (UTC)
             */
            at: string;
            /** @description The field of the record */
            field: string;
            /** @description Value in the previous release; null if it had none */
            before?: unknown;
            /** @description New value; null if it no longer has one */
            after?: unknown;
            /**
             * @description The confidence of the value before
             * @enum {string|null}
             */
            confidence_before: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
            /**
             * @description The confidence of the value after
             * @enum {string|null}
             */
            confidence_after: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
            /** @description Sources with data for the field in the new release */
            sources: ("celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived")[];
            /** @description Whether the release was rolled back; a later entry then has the current value */
            rolled_back: boolean;
        };
        Maneuvers: {
            /** @description Catalog number */
            norad_cat_id: number;
            /**
             * Format: date-time
             * @description Start of the searched range (UTC)
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the searched range (UTC)
             */
            to: string;
            /** @description Number of element sets of the object in this range */
            element_sets: number;
            /** @description True if they are enough to detect maneuvers and cover at least nine tenths of the range; false also for a period above two days, whose orbits are not examined */
            enough: boolean;
            coverage: components["schemas"]["Coverage"] & unknown;
            /** @description Newest first */
            maneuvers: components["schemas"]["Maneuver"][];
        };
        Maneuver: {
            /**
             * @description A burn or a few within a day; one that keeps a geosynchronous satellite in its place; days or weeks of thrust
             * @enum {string}
             */
            kind: "maneuver" | "station_keeping" | "low_thrust";
            /**
             * Format: date-time
             * @description It began after this epoch of an element set (UTC): one before the closest, whose fit may reach beyond
             */
            from: string;
            /**
             * Format: date-time
             * @description It had ended by this epoch of an element set (UTC), one after the closest
             */
            to: string;
            /** @description Whether it is known only by the orbits before and after a gap without element sets, in which it happened */
            across_gap: boolean;
            /** @description Whether it had not ended at the newest element set */
            ongoing: boolean;
            /** @description Change in semi-major axis, km */
            semi_major_axis_km: number;
            /** @description Change in inclination, degrees */
            inclination_deg: number;
            /** @description Share of such detections that were burns on satellites with known burns, from 0 to 1; null if no burns of this kind and orbit are known. Objects that cannot maneuver have false detections, too */
            confidence: number | null;
        };
        Conjunction: {
            /** @description Name of the approach in this run: both catalog numbers and the time */
            id: string;
            /** @description The active payload; of two, the one with the lower catalog number */
            first: {
                /** @description Catalog number */
                norad_cat_id: number;
                /** @description Name */
                name: string;
                /** @description PAYLOAD, ROCKET_BODY, DEBRIS, or UNKNOWN */
                object_class: string;
                /** @description Whether it is active */
                active: boolean;
                /** @description Its operator; null if no source names one */
                operator_slug: string | null;
                /** @description Epoch of the element set used (UTC) */
                elements_epoch: string;
                /** @description Age of the element set at the closest approach, days */
                age_days: number;
                /** @description 68 % of the errors of such elements at this age are smaller: along radius, motion, and orbit normal, km. Null if they have not been measured */
                sigma_km: number[] | null;
                /** @description 95 % of the errors are smaller, km. Missing if they have not been measured */
                p95_km?: number[];
                /** @description Radius of the sphere that stands for the object, m */
                radius_m: number;
                /**
                 * @description Half of its largest known dimension, from its radar cross-section, or assumed
                 * @enum {string}
                 */
                radius_basis: "size" | "rcs" | "assumed";
            };
            /** @description The other object */
            second: {
                /** @description Catalog number */
                norad_cat_id: number;
                /** @description Name */
                name: string;
                /** @description PAYLOAD, ROCKET_BODY, DEBRIS, or UNKNOWN */
                object_class: string;
                /** @description Whether it is active */
                active: boolean;
                /** @description Its operator; null if no source names one */
                operator_slug: string | null;
                /** @description Epoch of the element set used (UTC) */
                elements_epoch: string;
                /** @description Age of the element set at the closest approach, days */
                age_days: number;
                /** @description 68 % of the errors of such elements at this age are smaller: along radius, motion, and orbit normal, km. Null if they have not been measured */
                sigma_km: number[] | null;
                /** @description 95 % of the errors are smaller, km. Missing if they have not been measured */
                p95_km?: number[];
                /** @description Radius of the sphere that stands for the object, m */
                radius_m: number;
                /**
                 * @description Half of its largest known dimension, from its radar cross-section, or assumed
                 * @enum {string}
                 */
                radius_basis: "size" | "rcs" | "assumed";
            };
            /**
             * Format: date-time
             * @description Time of closest approach (UTC), computed
             */
            tca: string;
            /** @description Distance then, km */
            range_km: number;
            /** @description Relative speed then, km/s */
            relative_speed_km_s: number;
            /** @description Position of the second object relative to the first: along its radius, km */
            radial_km: number;
            /** @description Along its motion, km */
            in_track_km: number;
            /** @description Along its orbit normal, km */
            cross_track_km: number;
            /**
             * @description docked: the same orbit within 100 m for a revolution; formation: slower than 10 m/s relative to each other for a revolution; same_operator; encounter: all others
             * @enum {string}
             */
            kind: "docked" | "formation" | "same_operator" | "encounter";
            /** @description Largest probability that the spheres touch, for any circular error (Alfano); no covariance is assumed */
            max_probability: number;
            /** @description The standard deviation at which that probability occurs, km */
            dilution_km: number;
            /** @description Probability that the spheres touch, from the measured errors of both element sets; null for objects of one operator, whose errors are not independent, if errors have not been measured, or if the relative motion is not straight for as long as they matter */
            probability: number | null;
        };
        /** @description The run that the rows are from */
        ConjunctionRun: {
            /** @description The run */
            id: string;
            /** @description The release whose element sets were used */
            release: string;
            /** @description Version of the method; equal inputs and version give equal rows */
            method_version: number;
            /** @description Hash of the inputs and the version */
            inputs_hash: string;
            /**
             * @description The run before it, with which webhooks compare it; null if there was none
             * @default null
             */
            previous_run: string | null;
            /**
             * Format: date-time
             * @description Begin of the searched time (UTC)
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the searched time (UTC)
             */
            to: string;
            /**
             * Format: date-time
             * @description Time at which the run was finished (UTC)
             */
            generated_at: string;
            /** @description Largest distance, km */
            threshold_km: number;
            /** @description Active payloads that were compared with all objects */
            primaries: number;
            /** @description Objects with elements that were compared */
            objects: number;
            /** @description Close approaches found, of every kind */
            rows: number;
            /** @description How many rows of each kind */
            kinds: {
                /** @description Pairs that are docked */
                docked: number;
                /** @description Pairs that fly in formation */
                formation: number;
                /** @description Approaches of objects of one operator */
                same_operator: number;
                /** @description All other approaches */
                encounter: number;
            };
            /** @description Limits of the figures */
            note: string;
        };
        ConjunctionWithElements: components["schemas"]["Conjunction"] & {
            /** @description Between which distances the closest approach is likely to be, by the measured errors of both element sets, km; null if `probability` is */
            likely_range_km: {
                /** @description From and to, with a probability of 68 % */
                p68: number[];
                /** @description From and to, with a probability of 95 % */
                p95: number[];
            } | null;
            /** @description The element sets of the first and the second object */
            elements: components["schemas"]["ConjunctionElements"][];
        };
        ConjunctionElements: {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Epoch (UTC) */
            epoch: string;
            /** @description MEAN_MOTION as in an OMM */
            mean_motion: number | string;
            /** @description ECCENTRICITY as in an OMM */
            eccentricity: number | string;
            /** @description INCLINATION as in an OMM */
            inclination: number | string;
            /** @description RA_OF_ASC_NODE as in an OMM */
            ra_of_asc_node: number | string;
            /** @description ARG_OF_PERICENTER as in an OMM */
            arg_of_pericenter: number | string;
            /** @description MEAN_ANOMALY as in an OMM */
            mean_anomaly: number | string;
            /** @description BSTAR as in an OMM */
            bstar: number | string;
            /** @description MEAN_MOTION_DOT as in an OMM */
            mean_motion_dot: number | string;
            /** @description MEAN_MOTION_DDOT as in an OMM */
            mean_motion_ddot: number | string;
        };
        GroupPasses: {
            /** @description Start of the window (ISO 8601, UTC) */
            from: string;
            /** @description End of the window (ISO 8601, UTC) */
            to: string;
            plan?: components["schemas"]["PassPlan"];
            /** @description By catalog number; objects without passes are omitted */
            objects: {
                /** @description Catalog number */
                norad_cat_id: number;
                /** @description Name of the object */
                name: string;
                /**
                 * Format: date-time
                 * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
                 */
                elements_epoch: string;
                /** @description Age of the elements at that time, or at the start of the window, days */
                age_days: number;
                /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
                time_uncertainty_s: number | null;
                /** @description The corresponding distance, km */
                position_uncertainty_km: number | null;
                /**
                 * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
                 * @enum {string|null}
                 */
                uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
                /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
                uncertainty_comparisons: number | null;
                /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
                uncertainty_held: number | null;
                /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
                stale_warning: string | null;
                /**
                 * @description Whether the object rises and sets at this location
                 * @enum {string}
                 */
                state: "rises_and_sets" | "always_up" | "never_rises";
                /** @description In order of time */
                passes: components["schemas"]["Pass"][];
            }[];
            /** @description Objects without a position in this window */
            omitted: {
                /** @description Catalog number */
                norad_cat_id: number;
                /**
                 * @description The number does not exist; the object has no elements, or they are an orbit at no time of the window, as after its decay or the window of its predicted reentry; its elements are too old: more than 30 days in low orbit, 90 above; or they are an orbit for a part of the window only: request a window within `valid_from` and `valid_to`
                 * @enum {string}
                 */
                reason: "not_found" | "no_elements" | "elements_too_old" | "window_not_covered";
                /**
                 * Format: date-time
                 * @description Start of the time in which the elements are an orbit (UTC); only with `window_not_covered`
                 */
                valid_from?: string;
                /**
                 * Format: date-time
                 * @description The same for the end
                 */
                valid_to?: string;
            }[];
        };
        /** @description With `plan=true`: the passes that one antenna can follow */
        PassPlan: {
            /** @description In order of time; no two overlap */
            passes: components["schemas"]["PlannedPass"][];
            /** @description Sum of the weights: no other choice has a larger one */
            weight: number;
            /** @description Number of passes that are in `objects` and not in the plan */
            left_out: number;
        };
        PlannedPass: components["schemas"]["Pass"] & {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object */
            name: string;
            /** @description Highest elevation in degrees, multiplied by the priority of the object */
            weight: number;
        };
        Above: {
            /** @description Time (ISO 8601, UTC) */
            at: string;
            /** @description Number of objects above the location */
            count: number;
            /** @description Objects that may be above, but have no position */
            omitted: {
                /** @description Objects with elements that are too old: more than 30 days in low orbit, 90 above */
                elements_too_old: number;
                /** @description Objects whose elements are no orbit at this time */
                no_position: number;
            };
            /** @description The highest first */
            objects: components["schemas"]["ObjectAbove"][];
        };
        ObjectAbove: {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object */
            name: string;
            /**
             * @description Payload, rocket body or debris
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * @description Orbit class
             * @enum {string}
             */
            orbit_class: "LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN";
            /**
             * Format: date-time
             * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
             */
            elements_epoch: string;
            /** @description Age of the elements at that time, or at the start of the window, days */
            age_days: number;
            /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
            time_uncertainty_s: number | null;
            /** @description The corresponding distance, km */
            position_uncertainty_km: number | null;
            /**
             * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
             * @enum {string|null}
             */
            uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
            /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
            uncertainty_comparisons: number | null;
            /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
            uncertainty_held: number | null;
            /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
            stale_warning: string | null;
            /** @description Azimuth, degrees from north through east */
            azimuth_deg: number;
            /** @description Elevation, degrees, without refraction */
            elevation_deg: number;
            /** @description Range, km */
            range_km: number;
            /** @description Range rate, km/s; positive if the object recedes */
            range_rate_km_s: number;
            /** @description Geodetic latitude of the ground point, degrees */
            latitude_deg: number;
            /** @description Longitude of the ground point, degrees */
            longitude_deg: number;
            /** @description Height above the ellipsoid, km */
            altitude_km: number;
            /** @description Whether more than half of the Sun’s disk is visible from the object */
            sunlit: boolean;
            /** @description Estimated from the size of the object, which may be wrong by 1 and more; null if its size is unknown or it is in eclipse */
            magnitude: number | null;
            /** @description Angular speed against the horizon, degrees a second */
            angular_speed_deg_s: number;
            /** @description Direction of the compass that it moves toward, degrees from north through east */
            heading_deg: number;
            /** @description Constellation in which it is seen, by the boundaries of the IAU */
            constellation: string;
        };
        FieldOfView: {
            /** @description Start of the exposure (ISO 8601, UTC) */
            from: string;
            /** @description End of the exposure (ISO 8601, UTC) */
            to: string;
            /**
             * @description The frame of every right ascension and declination
             * @enum {string}
             */
            frame: "ICRS";
            /** @description Effects that positions include and omit */
            note: string;
            /** @description The field */
            field: {
                /** @description Right ascension of its center, degrees */
                ra_deg: number;
                /** @description Declination of its center, degrees */
                dec_deg: number;
                /** @description The whole field is within this angle of its center, degrees */
                radius_deg: number;
            };
            /** @description Number of tracks; an object that comes back has several */
            count: number;
            /** @description Objects that may be in the field, but are not listed */
            omitted: {
                /** @description Objects with elements that are too old: more than 30 days in low orbit, 90 above */
                elements_too_old: number;
                /** @description Objects whose elements are no orbit at this time */
                no_position: number;
                /** @description With `max_magnitude`: tracks of objects whose brightness is not known */
                unknown_magnitude: number;
            };
            /** @description By time of entry */
            tracks: components["schemas"]["FieldTrack"][];
        };
        FieldTrack: {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object */
            name: string;
            /**
             * @description Payload, rocket body or debris
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * @description Orbit class
             * @enum {string}
             */
            orbit_class: "LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN";
            /**
             * Format: date-time
             * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
             */
            elements_epoch: string;
            /** @description Age of the elements at that time, or at the start of the window, days */
            age_days: number;
            /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
            time_uncertainty_s: number | null;
            /** @description The corresponding distance, km */
            position_uncertainty_km: number | null;
            /**
             * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
             * @enum {string|null}
             */
            uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
            /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
            uncertainty_comparisons: number | null;
            /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
            uncertainty_held: number | null;
            /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
            stale_warning: string | null;
            /** @description The same error as an angle along the track, in the middle of it, arc seconds: two of three positions of this age are closer. Null if it is not measured */
            position_uncertainty_arcsec: number | null;
            /** @description Angular speed among the stars in the middle of the track, arc seconds a second */
            angular_speed_arcsec_s: number;
            /** @description Direction of motion there: position angle, degrees from north through east */
            direction_deg: number;
            /** @description Magnitude in the middle of the track or while sunlit, estimated from the size of the object, which may be wrong by 1 and more. Null if its size is unknown or it is in eclipse throughout */
            magnitude: number | null;
            /** @description The entry into the field, or the start of the exposure */
            entry: {
                /** @description Time (ISO 8601, UTC, to 1 ms) */
                at: string;
                /** @description Right ascension in the ICRS, degrees, topocentric */
                ra_deg: number;
                /** @description Declination in the ICRS, degrees, topocentric */
                dec_deg: number;
                /** @description Azimuth, degrees from north through east */
                azimuth_deg: number;
                /** @description Elevation, degrees; with `refraction`, as the air lifts it */
                elevation_deg: number;
                /** @description Range, km */
                range_km: number;
                /** @description Whether more than half of the Sun’s disk is visible from the object */
                sunlit: boolean;
                /** @description With an image: pixel along its first axis, counted from 1 as in FITS */
                x_px?: number;
                /** @description With an image: pixel along its second axis */
                y_px?: number;
            };
            /** @description The exit, or the end of the exposure */
            exit: {
                /** @description Time (ISO 8601, UTC, to 1 ms) */
                at: string;
                /** @description Right ascension in the ICRS, degrees, topocentric */
                ra_deg: number;
                /** @description Declination in the ICRS, degrees, topocentric */
                dec_deg: number;
                /** @description Azimuth, degrees from north through east */
                azimuth_deg: number;
                /** @description Elevation, degrees; with `refraction`, as the air lifts it */
                elevation_deg: number;
                /** @description Range, km */
                range_km: number;
                /** @description Whether more than half of the Sun’s disk is visible from the object */
                sunlit: boolean;
                /** @description With an image: pixel along its first axis, counted from 1 as in FITS */
                x_px?: number;
                /** @description With an image: pixel along its second axis */
                y_px?: number;
            };
            /** @description Whether it is in the field when the exposure begins */
            in_field_at_start: boolean;
            /** @description Whether it is in the field when the exposure ends */
            in_field_at_end: boolean;
            /** @description Seconds in the field during the exposure */
            duration_s: number;
            /** @description Whether it is sunlit at any time of the track */
            sunlit: boolean;
            /** @description When it is in the shadow of the Earth: from the middle of the penumbra on */
            eclipse: {
                /** @description Start (ISO 8601, UTC, to 1 ms) */
                from: string;
                /** @description End (ISO 8601, UTC, to 1 ms) */
                to: string;
            }[];
            /** @description At the entry, at each step from the start of the exposure on, and at the exit */
            positions: {
                /** @description Time (ISO 8601, UTC, to 1 ms) */
                at: string;
                /** @description Right ascension in the ICRS, degrees, topocentric */
                ra_deg: number;
                /** @description Declination in the ICRS, degrees, topocentric */
                dec_deg: number;
                /** @description Azimuth, degrees from north through east */
                azimuth_deg: number;
                /** @description Elevation, degrees; with `refraction`, as the air lifts it */
                elevation_deg: number;
                /** @description Range, km */
                range_km: number;
                /** @description Whether more than half of the Sun’s disk is visible from the object */
                sunlit: boolean;
                /** @description With an image: pixel along its first axis, counted from 1 as in FITS */
                x_px?: number;
                /** @description With an image: pixel along its second axis */
                y_px?: number;
            }[];
        };
        IdentifiedStreak: {
            /** @description Time of the middle of the streak (ISO 8601, UTC) */
            at: string;
            /** @description Limits of the probabilities, or that nothing was compared */
            note: string;
            /** @description The streak */
            streak: {
                /** @description Right ascension of its middle, degrees (ICRS) */
                ra_deg: number;
                /** @description Declination of its middle, degrees */
                dec_deg: number;
                /** @description Its length, degrees */
                length_deg: number;
                /** @description From the first end to the second, degrees from north through east */
                direction_deg: number;
                /** @description Its angular speed, arc seconds a second; null without times */
                angular_speed_arcsec_s: number | null;
            };
            /** @description The scope of the search */
            searched: {
                /** @description Start of the time that was searched (ISO 8601, UTC) */
                from: string;
                /** @description Its end (ISO 8601, UTC) */
                to: string;
                /** @description Objects that came so close to the middle were compared, degrees */
                radius_deg: number;
                /** @description Number of these objects */
                objects: number;
                /** @description Objects that were not compared: their elements are too old */
                elements_too_old: number;
                /** @description Objects that were not compared: their elements are no orbit at this time */
                no_position: number;
            };
            /** @description Probability that no object with elements made the streak, 0 to 1; null if no element set is usable at this time */
            none_probability: number | null;
            /** @description The most probable first, ten at most */
            candidates: components["schemas"]["StreakCandidate"][];
        };
        StreakCandidate: {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object */
            name: string;
            /**
             * @description Payload, rocket body or debris
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * Format: date-time
             * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
             */
            elements_epoch: string;
            /** @description Age of the elements at that time, or at the start of the window, days */
            age_days: number;
            /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
            time_uncertainty_s: number | null;
            /** @description The corresponding distance, km */
            position_uncertainty_km: number | null;
            /**
             * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
             * @enum {string|null}
             */
            uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
            /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
            uncertainty_comparisons: number | null;
            /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
            uncertainty_held: number | null;
            /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
            stale_warning: string | null;
            /** @description Probability that it made the streak, 0 to 1 */
            probability: number;
            /** @description Sum of the squares of its residuals, each divided by its standard deviation: the smaller, the better */
            chi_squared: number;
            /** @description When it is closest to the middle of the streak (ISO 8601, UTC, to 1 ms) */
            closest_at: string;
            /** @description That time less the time of the streak, seconds */
            time_residual_s: number;
            /** @description How far from the middle of the streak it then is, arc seconds; positive if the streak is to the left */
            separation_arcsec: number;
            /** @description Its direction of motion less that of the streak, degrees; without times, either end may be the first */
            direction_residual_deg: number;
            /** @description Its angular speed divided by that of the streak; null without times */
            speed_ratio: number | null;
            /** @description Its angular speed, arc seconds a second */
            angular_speed_arcsec_s: number;
            /** @description Its direction of motion, degrees from north through east */
            direction_deg: number;
            /** @description Range, km */
            range_km: number;
            /** @description Elevation, degrees, without refraction */
            elevation_deg: number;
            /** @description Whether more than half of the Sun’s disk is visible from the object */
            sunlit: boolean;
            /** @description Estimated from its size; null if that is unknown or the object is in eclipse */
            magnitude: number | null;
        };
        ExplainedSighting: {
            /** @description Time of the sighting (ISO 8601, UTC) */
            at: string;
            /** @description Limits of the candidates */
            note: string;
            /** @description Other possible causes */
            alternatives: string[];
            /** @description Planets above the horizon at the stated time, the brightest first */
            planets: {
                /** @description Name of the planet */
                name: string;
                /** @description Azimuth at the stated time, degrees from north through east */
                azimuth_deg: number;
                /** @description Elevation then, degrees, without refraction */
                elevation_deg: number;
                /** @description Magnitude */
                magnitude: number;
                /** @description Whether it could be seen then and fits everything that the request states */
                fits: boolean;
            }[];
            /** @description Elevation of the Sun, degrees */
            sun_elevation_deg: number;
            /** @description Fainter objects were not considered: roughly the limit of the eye with the Sun at that elevation */
            faintest_magnitude: number;
            /** @description The scope of the search */
            searched: {
                /** @description Start of the time that was searched (ISO 8601, UTC) */
                from: string;
                /** @description Its end (ISO 8601, UTC) */
                to: string;
                /** @description Objects that fit */
                fitting: number;
                /** @description Sunlit objects above the horizon that were not considered: their size is unknown */
                unknown_magnitude: number;
                /** @description Objects that were not considered: their elements are too old */
                elements_too_old: number;
                /** @description Objects that were not considered: their elements are no orbit at this time */
                no_position: number;
            };
            /** @description The best first, three at most; empty if nothing in the catalog fits */
            candidates: components["schemas"]["SightingCandidate"][];
        };
        SightingCandidate: {
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object */
            name: string;
            /**
             * @description Payload, rocket body or debris
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * Format: date-time
             * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
             */
            elements_epoch: string;
            /** @description Age of the elements at that time, or at the start of the window, days */
            age_days: number;
            /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
            time_uncertainty_s: number | null;
            /** @description The corresponding distance, km */
            position_uncertainty_km: number | null;
            /**
             * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
             * @enum {string|null}
             */
            uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
            /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
            uncertainty_comparisons: number | null;
            /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
            uncertainty_held: number | null;
            /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
            stale_warning: string | null;
            /** @description When it fits best (ISO 8601, UTC) */
            at: string;
            /** @description Azimuth then, degrees from north through east */
            azimuth_deg: number;
            /** @description Elevation then, degrees, without refraction */
            elevation_deg: number;
            /** @description Range then, km */
            range_km: number;
            /** @description Magnitude then, estimated from its size, which may be wrong by 1 and more */
            magnitude: number;
            /** @description Angular speed then, degrees a second, against the horizon */
            angular_speed_deg_s: number;
            /** @description Direction that it moves toward, degrees from north through east */
            heading_deg: number;
            /** @description Objects that fit too and are docked to it by their elements: one light to the eye */
            docked: {
                /** @description Catalog number */
                norad_cat_id: number;
                /** @description Name of the object */
                name: string;
            }[];
            /** @description How little it fits: the smaller, the better. Not a probability */
            mismatch: number;
            /** @description Reasons for and against it */
            reasons: {
                /** @description The feature */
                about: string;
                /** @description Whether it agrees with the request; null if the request does not state it */
                agrees: boolean | null;
                /** @description In words */
                text: string;
            }[];
        };
        Transmitter: {
            /**
             * @description Id in SatNOGS DB
             * @example SMPLAO7linearB00000001
             */
            uuid: string;
            /**
             * @description The object that carries it; null if it has no catalog number yet
             * @example 7530
             */
            norad_cat_id: number | null;
            /**
             * @description The object in SatNOGS DB
             * @example SMPL-0000-0000-0000-0001
             */
            satnogs_id: string | null;
            /**
             * @description Name of the object in SatNOGS DB
             * @example OSCAR 7
             */
            object_name: string | null;
            /**
             * @description Description
             * @example Mode B transponder
             */
            description: string | null;
            /**
             * @description Whether it only transmits, transmits and receives, or relays received signals
             * @example TRANSPONDER
             * @enum {string|null}
             */
            type: "TRANSMITTER" | "TRANSCEIVER" | "TRANSPONDER" | null;
            /**
             * @description Whether SatNOGS DB lists it as in use
             * @example true
             */
            alive: boolean;
            /**
             * @description Status in SatNOGS DB
             * @example ACTIVE
             * @enum {string|null}
             */
            status: "ACTIVE" | "INACTIVE" | "INVALID" | null;
            /**
             * @description Downlink frequency; for a transponder, the lowest one
             * @example 145925000
             */
            downlink_low_hz: number | null;
            /**
             * @description Highest downlink frequency; null if there is only one frequency
             * @example 145975000
             */
            downlink_high_hz: number | null;
            /**
             * @description Measured offset of the downlink from its nominal frequency
             * @example null
             */
            downlink_drift_ppb: number | null;
            /**
             * @description Uplink frequency; for a transponder, the lowest one
             * @example 432125000
             */
            uplink_low_hz: number | null;
            /**
             * @description Highest uplink frequency; null if there is only one frequency
             * @example 432175000
             */
            uplink_high_hz: number | null;
            /**
             * @description Measured offset of the uplink from its nominal frequency
             * @example null
             */
            uplink_drift_ppb: number | null;
            /**
             * @description Whether a transponder is inverting: the lowest uplink corresponds to the highest downlink
             * @example true
             */
            inverting: boolean;
            /**
             * @description Modulation or protocol of the downlink
             * @example USB
             */
            mode: string | null;
            /**
             * @description Modulation or protocol of the uplink
             * @example LSB
             */
            uplink_mode: string | null;
            /**
             * @description Symbol rate
             * @example null
             */
            baud: number | null;
            /**
             * @description Radio service; null if unknown
             * @example Amateur
             * @enum {string|null}
             */
            service: "Aeronautical" | "Amateur" | "Broadcasting" | "Earth Exploration" | "Fixed" | "Inter-satellite" | "Maritime" | "Meteorological" | "Mobile" | "Radiolocation" | "Radionavigational" | "Space Operation" | "Space Research" | "Standard Frequency and Time Signal" | null;
            /**
             * @description Frequency coordination by the International Amateur Radio Union; null if not applicable
             * @example IARU Coordinated
             * @enum {string|null}
             */
            iaru_coordination: "IARU Coordinated" | "IARU Uncoordinated" | "IARU Declined" | null;
            /**
             * @description Page of the coordination
             * @example null
             */
            iaru_coordination_url: string | null;
            /**
             * @description Pages of the notification to the ITU
             * @example []
             */
            itu_notification_urls: string[];
            /**
             * @description Whether SatNOGS DB marks it as violating the frequency allocation
             * @example false
             */
            frequency_violation: boolean;
            /**
             * @description Whether SatNOGS DB marks it as unconfirmed
             * @example false
             */
            unconfirmed: boolean;
            /**
             * @description Source of the information, as entered by contributors: a URL or text
             * @example Written for the sample
             */
            citation: string | null;
            /**
             * Format: date-time
             * @description When SatNOGS DB last changed it (UTC)
             * @example 2026-02-08T12:00:00Z
             */
            updated_at: string | null;
            /**
             * @description The object whose elements SatNOGS DB uses for it; null if it has its own
             * @example null
             */
            follows_norad_cat_id: number | null;
            /**
             * @description Whether SatNOGS DB lists it as in use and, by the catalog, its object is in orbit
             * @example true
             */
            audible: boolean;
            /**
             * @description Whether the object is in orbit, by the catalog; null if it has no catalog number yet
             * @example IN_ORBIT
             * @enum {string|null}
             */
            disposition: "IN_ORBIT" | "REENTERED" | "DEORBITED" | "LANDED" | "ESCAPED" | "LOST" | "UNKNOWN" | null;
            /**
             * Format: date
             * @description Day the object reentered or landed (UTC), by the catalog; null if it is in orbit or the day is unknown
             * @example null
             */
            decay_date: string | null;
            /**
             * @description Detailed purpose of the object, by the catalog
             * @example Communications
             */
            detailed_purpose: string | null;
        };
        TransmitterListMeta: components["schemas"]["PageMeta"] & {
            /** @description License of the list */
            license: string;
            /** @description Attribution to give if you use it */
            attribution: string;
        };
        Operator: {
            /**
             * @description The operator in URLs
             * @example planet
             */
            slug: string;
            /**
             * @description Its name
             * @example Planet
             */
            name: string;
            /**
             * @description Its own state (ISO 3166-1 alpha-2) or organization, regardless of who owns its satellites
             * @example US
             */
            country: string | null;
            /**
             * @description The operator that it belongs to; null if none
             * @example null
             */
            parent_slug: string | null;
            /**
             * @description The operator that succeeded it, if it no longer exists
             * @example null
             */
            successor_slug: string | null;
            /**
             * @description Payloads that are active
             * @example 150
             */
            active_satellites: number;
            /**
             * @description Payloads ever cataloged
             * @example 560
             */
            total_satellites: number;
            /**
             * @description Payloads that have decayed
             * @example 380
             */
            decayed_satellites: number;
            /**
             * @description Of `total_satellites`: payloads whose operator no source names, inferred from their series of names (LOW). Null in older releases
             * @example 0
             */
            inferred_satellites: number | null;
            /**
             * @description Payloads by orbit class; classes without payloads are omitted
             * @example {
             *       "LEO": 560
             *     }
             */
            orbit_classes: {
                /** @description Payloads of it */
                LEO?: number;
                /** @description Payloads of it */
                MEO?: number;
                /** @description Payloads of it */
                GEO?: number;
                /** @description Payloads of it */
                HEO?: number;
                /** @description Payloads of it */
                DEEP_SPACE?: number;
                /** @description Payloads of it */
                UNKNOWN?: number;
            };
            /**
             * Format: date
             * @description Its earliest launch date
             * @example 2013-04-19
             */
            first_launch: string | null;
            /**
             * Format: date
             * @description Its latest launch date; null if it is not known, because later payloads of its countries have no operator yet (`later_without_operator`), one of which may be its own
             * @example 2026-06-23
             */
            last_launch: string | null;
            /**
             * Format: date
             * @description The latest launch date of the payloads that have it as their operator
             * @example 2026-06-23
             */
            last_known_launch: string | null;
            /**
             * @description Payloads launched after that without an operator, of a country of its payloads or an unknown one, and before the operator ended, if it has: any of them may be its own. Null in older releases
             * @example 0
             */
            later_without_operator: number | null;
        };
        OperatorWithSatellites: components["schemas"]["Operator"] & {
            /** @description A page of its payloads */
            satellites: components["schemas"]["SatelliteSummary"][];
        };
        LaunchWithSatellites: components["schemas"]["Launch"] & {
            /** @description Claims of the sources, by field, most frequent first */
            claims: components["schemas"]["LaunchClaim"][];
            /** @description A page of its objects, payloads first */
            satellites: components["schemas"]["SatelliteSummary"][];
        };
        LaunchClaim: {
            /**
             * @description The field of the claim
             * @enum {string}
             */
            field: "launch_date" | "launch_site" | "launch_vehicle" | "provider" | "name" | "outcome" | "launch_pad" | "launch_platform" | "vehicle_variant" | "flight_id" | "flight_code" | "failure_code";
            /**
             * @description The value, if it is text
             * @example null
             */
            value_text: string | null;
            /**
             * @description The value, if it is a number, in the unit of the field
             * @example null
             */
            value_numeric: number | null;
            /**
             * Format: date
             * @description The value, if it is a date: the first day of the period that the source gives
             * @example 1998-11-20
             */
            value_date: string | null;
            /**
             * @description The value, if it is true or false
             * @example null
             */
            value_bool: boolean | null;
            /**
             * @description Who claims it
             * @example {
             *       "name": "CelesTrak",
             *       "slug": "celestrak",
             *       "license": "None stated"
             *     }
             */
            source: {
                /**
                 * @description Its name
                 * @example GCAT
                 */
                name: string;
                /**
                 * @description The source of the claim
                 * @example celestrak
                 * @enum {string}
                 */
                slug: "celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived";
                /**
                 * @description Terms of its data
                 * @example CC-BY-4.0
                 */
                license: string;
            };
            /** @description A row of the source with this value */
            source_record: string;
            /**
             * @description The original text of the source, before decoding
             * @example 1998-11-20
             */
            raw: string | null;
            /** @description Whether the source always marks it as uncertain */
            uncertain: boolean;
            /** @description Number of objects of the launch with this claim; null if it is about the launch itself */
            objects: number | null;
        };
        Launch: {
            /**
             * @description Year and number of the launch
             * @example 1998-067
             */
            launch_id: string;
            /**
             * Format: date
             * @description Day of launch (UTC)
             * @example 1998-11-20
             */
            launch_date: string | null;
            /**
             * @description Launch site
             * @example Baikonur Cosmodrome
             */
            launch_site: string | null;
            /**
             * @description Launch vehicle
             * @example Proton-K
             */
            launch_vehicle: string | null;
            /**
             * @description Launch provider
             * @example Khrunichev
             */
            provider: string | null;
            /**
             * @description The provider as an operator; null if it operates no payload
             * @example khrunichev
             */
            provider_slug: string | null;
            /**
             * @description Mission or main payload
             * @example Zarya
             */
            name: string | null;
            /**
             * @description Cataloged objects from it
             * @example 27
             */
            objects: number;
            /**
             * @description Payloads among them
             * @example 2
             */
            payloads: number;
            /**
             * @description Rocket bodies among them
             * @example 1
             */
            rocket_bodies: number;
            /**
             * @description Debris among them
             * @example 24
             */
            debris: number;
            /**
             * @description Objects of unknown class among them
             * @example 0
             */
            unknown: number;
            /**
             * @description Objects not known to have decayed
             * @example 3
             */
            on_orbit: number;
            /**
             * @description Objects that have decayed
             * @example 24
             */
            decayed: number;
            /**
             * @description Fields that the launch catalog marks as uncertain
             * @example []
             */
            uncertain: ("launch_date" | "launch_site" | "launch_vehicle" | "provider" | "name" | "launch_pad" | "launch_platform" | "vehicle_variant" | "flight_id" | "flight_code" | "failure_code")[];
            /**
             * @description How the launch went: SUCCESS, PARTIAL (a wrong orbit, or part of the payload lost), or FAILURE (no usable orbit); null if unknown
             * @example SUCCESS
             * @enum {string|null}
             */
            outcome: "SUCCESS" | "PARTIAL" | "FAILURE" | null;
            /**
             * @description Pad or runway at the site, by its code in the launch catalog
             * @example LC81
             */
            launch_pad: string | null;
            /**
             * @description Ship, aircraft, or mobile platform that it was launched from, by its code
             * @example null
             */
            launch_platform: string | null;
            /**
             * @description Variant of the launch vehicle, by its code
             * @example null
             */
            vehicle_variant: string | null;
            /**
             * @description Serial or flight number of the vehicle, as the launch catalog writes it
             * @example null
             */
            flight_id: string | null;
            /**
             * @description Another code of the flight, such as that of its program
             * @example null
             */
            flight_code: string | null;
            /**
             * @description What failed, by the code of the launch catalog, which Orbweaver does not decode; null if it names nothing
             * @example null
             */
            failure_code: string | null;
        };
        Source: {
            /**
             * @description Its name in claims
             * @example gcat
             * @enum {string}
             */
            slug: "celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived";
            /**
             * @description Its name
             * @example GCAT
             */
            name: string;
            /**
             * @description Its website
             * @example https://planet4589.org/space/gcat
             */
            url: string;
            /**
             * @description Terms of its data
             * @example CC-BY-4.0
             */
            license: string;
            /**
             * @description URL of these terms
             * @example https://creativecommons.org/licenses/by/4.0/
             */
            license_url: string;
            /**
             * @description Attribution to give when using its data
             * @example data from GCAT (J. McDowell, planet4589.org/space/gcat)
             */
            attribution: string;
            /**
             * @description Rows read from it
             * @example 34119
             */
            records: number;
            /**
             * @description Claims extracted from them
             * @example 512000
             */
            claims: number;
            /**
             * Format: date-time
             * @description When its newest file was fetched (UTC)
             * @example 2026-08-21T23:00:00Z
             */
            fetched_at: string | null;
            /**
             * @description Hash over the hashes of its files
             * @example a0c1…
             */
            snapshot_sha256: string | null;
            /**
             * @description Update schedule
             * @example daily at 06:15 UTC
             */
            refresh: string;
            /**
             * Format: date-time
             * @description Next scheduled update (UTC)
             * @example 2026-08-22T06:15:00Z
             */
            next_refresh_at: string | null;
            /**
             * @description Whether its newest file is in this release
             * @example fresh
             * @enum {string}
             */
            status: "fresh" | "stale" | "failed";
            /**
             * @description Why it is not fresh; null if it is
             * @example null
             */
            problem: string | null;
        };
        Stats: {
            /** @description Objects in the catalog */
            objects: number;
            /** @description Active ones among them */
            active: number;
            /** @description Objects that are not known to have decayed */
            on_orbit: number;
            /** @description Objects by object class */
            object_class: {
                /** @description Objects of it */
                PAYLOAD?: number;
                /** @description Objects of it */
                ROCKET_BODY?: number;
                /** @description Objects of it */
                DEBRIS?: number;
                /** @description Objects of it */
                UNKNOWN?: number;
            };
            /** @description Objects by operational status */
            operational_status: {
                /** @description Objects of it */
                OPERATIONAL?: number;
                /** @description Objects of it */
                PARTIALLY_OPERATIONAL?: number;
                /** @description Objects of it */
                STANDBY?: number;
                /** @description Objects of it */
                SPARE?: number;
                /** @description Objects of it */
                EXTENDED_MISSION?: number;
                /** @description Objects of it */
                NONOPERATIONAL?: number;
                /** @description Objects of it */
                DECAYED?: number;
                /** @description Objects of it */
                UNKNOWN?: number;
            };
            /** @description Objects by orbit class */
            orbit_class: {
                /** @description Objects of it */
                LEO?: number;
                /** @description Objects of it */
                MEO?: number;
                /** @description Objects of it */
                GEO?: number;
                /** @description Objects of it */
                HEO?: number;
                /** @description Objects of it */
                DEEP_SPACE?: number;
                /** @description Objects of it */
                UNKNOWN?: number;
            };
            /** @description Objects by country or organization, largest first */
            country: {
                [key: string]: number;
            };
            /** @description Objects by decade of launch, `1950s` first */
            launch_decade: {
                [key: string]: number;
            };
            /** @description Objects of each country by object class, in orbit and decayed, largest first. Absent in older releases */
            boxscore?: {
                /** @description Country or organization */
                country: string;
                /**
                 * @description A state, an organization, several owners under one code, or unknown. Absent in older releases
                 * @enum {string}
                 */
                kind?: "state" | "organization" | "joint" | "unknown";
                /** @description Objects that are not known to have decayed, by object class */
                in_orbit: {
                    /** @description Payloads */
                    payloads: number;
                    /** @description Rocket bodies */
                    rocket_bodies: number;
                    /** @description Debris */
                    debris: number;
                    /** @description Objects of unknown class */
                    unknown: number;
                    /** @description All of these */
                    total: number;
                };
                /** @description Decayed objects, by object class */
                decayed: {
                    /** @description Payloads */
                    payloads: number;
                    /** @description Rocket bodies */
                    rocket_bodies: number;
                    /** @description Debris */
                    debris: number;
                    /** @description Objects of unknown class */
                    unknown: number;
                    /** @description All of these */
                    total: number;
                };
                /** @description All of its objects */
                total: number;
            }[];
            /** @description Element sets, and how old they are */
            elements: {
                /** @description Objects with an element set */
                objects: number;
                /** @description Coverage of objects in orbit. Absent in older releases */
                in_orbit?: {
                    /** @description Objects that are not known to have decayed */
                    objects: number;
                    /** @description Those with an element set */
                    with_elements: number;
                    /** @description Those without one, by reason */
                    without: {
                        /** @description Not in orbit around the Earth: they have no mean elements */
                        beyond_earth_orbit: number;
                        /** @description Not in SATCAT */
                        not_in_satcat: number;
                        /** @description SATCAT has none, or no current ones (`NEA`, `NIE`, `NCE`) */
                        none_available: number;
                        /** @description SATCAT gives no orbit: it is not public, or the object is lost */
                        no_orbit: number;
                        /** @description SATCAT gives an orbit, but no element file that was read has the object */
                        not_in_files: number;
                    };
                };
                /** @description Active objects without one */
                active_without: number;
                /** @description Element sets older than three days at the time of the release */
                older_than_3_days: number;
                /** @description Median age of the element sets, hours */
                median_age_h: number | null;
            };
            /** @description For each field of the record: objects with a value, and the confidence of those values */
            fields: {
                /** @description Name of the field */
                field: string;
                /** @description Objects that have a value; `UNKNOWN` that no source states is none */
                with_value: number;
                /** @description Objects whose value is CONFIRMED */
                CONFIRMED: number;
                /** @description Objects whose value is HIGH */
                HIGH: number;
                /** @description Objects whose value is MEDIUM */
                MEDIUM: number;
                /** @description Objects whose value is LOW */
                LOW: number;
                /** @description Objects whose value is CONFLICTING */
                CONFLICTING: number;
            }[];
            /** @description Disagreements of sources */
            conflicts: {
                /** @description Fields of objects on which sources disagree */
                fields: number;
                /** @description Objects with such a field */
                objects: number;
            };
            /** @description The release, and the one before it */
            releases: {
                /** @description The release of this response */
                current: string;
                /**
                 * Format: date-time
                 * @description When it was made (UTC)
                 */
                generated_at: string;
                /** @description Id of the release before it; null for the first */
                previous: string | null;
            };
        };
        ArchiveMonth: {
            /** @description The month in which its sets were first seen, or of their epoch if that is unknown */
            month: string;
            /** @description How many it has */
            element_sets: number;
            /** @description Size of the file */
            bytes: number;
            /** @description SHA-256 of the file */
            sha256: string;
            /** @description The oldest epoch in it (UTC) */
            first_epoch: string;
            /** @description The newest epoch in it (UTC) */
            last_epoch: string;
            /** @description Path of the file, Apache Parquet */
            url: string;
        };
        MonthlyDataset: {
            /** @description The month */
            month: string;
            /** @description The first release of the month, which the dataset contains */
            release: string;
            /**
             * Format: date-time
             * @description Time when that release was rolled back (UTC): its files stay for those who have cited them; null if it was not
             */
            rolled_back_at: string | null;
            /**
             * Format: date-time
             * @description When it was made (UTC)
             */
            generated_at: string;
            /** @description Number of rows, one per object */
            objects: number;
            /** @description License of the whole response */
            license: string;
            /** @description Attributions of its sources */
            attributions: string[];
            /** @description Permanent files, which never change */
            files: {
                /**
                 * @description Format
                 * @enum {string}
                 */
                format: "csv" | "parquet";
                /** @description Path of the file */
                url: string;
                /** @description Its uncompressed size */
                bytes: number;
                /** @description SHA-256 of that */
                sha256: string;
            }[];
            /** @description How to cite it */
            citation: string;
            /** @description The same for BibTeX */
            bibtex: string;
        };
        Elements: {
            /** @description Catalog number */
            norad_cat_id: number[];
            /** @description OBJECT_NAME of the element set */
            object_name: string[];
            /** @description COSPAR designator; null if the source has none */
            object_id: (string | null)[];
            /** @description Orbit class of the object */
            orbit_class: ("LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN")[];
            /** @description Epoch, to the microsecond, as upstream writes it (ISO 8601, UTC) */
            epoch: string[];
            /** @description Mean motion (revolutions per day) */
            mean_motion: number[];
            /** @description Eccentricity */
            eccentricity: number[];
            /** @description Inclination (degrees) */
            inclination: number[];
            /** @description Right ascension of the ascending node (degrees) */
            ra_of_asc_node: number[];
            /** @description Argument of pericenter (degrees) */
            arg_of_pericenter: number[];
            /** @description Mean anomaly (degrees) */
            mean_anomaly: number[];
            /** @description Ephemeris type: 0 is SGP4 */
            ephemeris_type: number[];
            /** @description Classification: U is unclassified */
            classification_type: string[];
            /** @description Element set number */
            element_set_no: number[];
            /** @description Revolution number at epoch */
            rev_at_epoch: number[];
            /** @description SGP4 drag term B* (inverse Earth radii) */
            bstar: number[];
            /** @description Half of the first derivative of mean motion, as in a TLE (revolutions per day²) */
            mean_motion_dot: number[];
            /** @description A sixth of the second derivative of mean motion, as in a TLE (revolutions per day³) */
            mean_motion_ddot: number[];
        };
        Event: {
            /**
             * @description Stable id
             * @example new_object-25544
             */
            id: string;
            /**
             * @description Type of event
             * @example new_object
             * @enum {string}
             */
            type: "new_object" | "reentry" | "orbit_change" | "field_changed" | "removed" | "returned";
            /**
             * @description The object
             * @example 25544
             */
            norad_cat_id: number;
            /**
             * @description Its COSPAR designator
             * @example 1998-067A
             */
            cospar_id: string | null;
            /**
             * @description Its name
             * @example ISS (ZARYA)
             */
            name: string;
            /**
             * @description Its class
             * @example PAYLOAD
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * Format: date-time
             * @description When it happened (UTC), with the precision of the sources: the first instant of a date. Of an orbit change, the epoch of the first element set that shows it: it happened between `details.epoch_before` and `details.epoch_after`
             * @example 1998-11-20T00:00:00Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description Release that first showed it (UTC)
             * @example 2026-08-21T23:00:00Z
             */
            detected_at: string;
            /**
             * @description Sources of the event
             * @example [
             *       "celestrak"
             *     ]
             */
            sources: ("celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived")[];
            /**
             * @description Launch or decay date, with its `precision` if no source gives it to the day (`month`: it is the first day of that month), for a reentry with `disputed` true if a source contradicts it or its date in this release, and `withdrawn` true if none reports it any more; for an orbit change the epochs `epoch_before` and `epoch_after` between which it happened, before, after, predicted (null if the elements before are too old) and delta of semi-major axis, inclination and eccentricity, and, if it changed, `orbit_class` before and after, with `within_drift` true if nothing but the predicted drift changed it; for a changed field its name as `field`, and its value `before` and `after`; for an object that is no longer listed, or listed again, `last_release`, the last release that listed it before, and its time, `last_listed`
             * @example {
             *       "launch_date": "1998-11-20"
             *     }
             */
            details: {
                [key: string]: unknown;
            };
        };
        LaunchListMeta: components["schemas"]["PageMeta"] & {
            /** @description With `launched_after` or `launched_before`: how many of `total` have no launch date. They match because every day between the dated launches numbered before and after them does */
            without_launch_date?: number;
            /** @description With `launched_after` or `launched_before`: how many more may match. They have no launch date, and some of the days between the dated launches numbered before and after them match. They are not in `data` or `total` */
            possible_without_launch_date?: number;
        };
        Group: {
            /**
             * @description Name of the group, as in `group=` and in file names
             * @example stations
             */
            slug: string;
            /**
             * @description Title
             * @example Space stations
             */
            title: string;
            /**
             * @description Objects in it
             * @example 23
             */
            objects: number;
            /**
             * @description Objects among them that have elements
             * @example 23
             */
            with_elements: number;
            /**
             * @description Whether a source lists its members, or Orbweaver derives them by a rule
             * @example listed
             * @enum {string}
             */
            membership: "listed" | "derived";
            /**
             * @description The rule of a derived group, and how it differs from CelesTrak’s own list
             * @example null
             */
            rule: string | null;
            /**
             * @description Source of the membership
             * @example celestrak
             */
            source: string;
        };
        UpcomingReentry: {
            /**
             * @description Catalog number
             * @example 46156
             */
            norad_cat_id: number;
            /**
             * @description Name of the object
             * @example STARLINK-1545
             */
            name: string;
            /**
             * @description COSPAR designator
             * @example 2020-055C
             */
            cospar_id: string | null;
            /**
             * @description Class of the object
             * @example PAYLOAD
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /**
             * Format: date-time
             * @description Time of the release that made the prediction
             * @example 2026-07-08T00:00:00Z
             */
            predicted_at: string;
            /**
             * Format: date-time
             * @description Epoch of the newest element set that was used
             * @example 2026-07-07T17:21:05Z
             */
            elements_epoch: string;
            /**
             * Format: date-time
             * @description Median: the reentry is as likely before as after
             * @example 2026-07-13T06:00:00Z
             */
            reenters_at: string;
            /**
             * Format: date-time
             * @description Beginning of the 80 % window
             * @example 2026-07-12T02:00:00Z
             */
            window_from: string;
            /**
             * Format: date-time
             * @description End of the 80 % window
             * @example 2026-07-14T14:00:00Z
             */
            window_to: string;
            /**
             * @description Whether the decay rate comes from several element sets, or from the drag term of the newest set
             * @example decay_rate
             * @enum {string}
             */
            basis: "decay_rate" | "single_set";
            /**
             * @description Element sets that were used
             * @example 5
             */
            element_sets: number;
            /**
             * @description Time between the first and the last of these element sets
             * @example 1.6
             */
            span_days: number;
            /**
             * @description Perigee of the newest set
             * @example 234.1
             */
            perigee_km: number;
            /**
             * @description The newest reentry message of Space-Track about the object; null if it has sent none, or the server does not read them
             * @default null
             * @example null
             */
            space_track: {
                /**
                 * Format: date-time
                 * @description When the message was made
                 * @example 2026-07-12T18:04:00Z
                 */
                message_at: string;
                /**
                 * Format: date-time
                 * @description Its time of the reentry
                 * @example 2026-07-13T04:08:00Z
                 */
                reenters_at: string;
                /**
                 * @description Uncertainty of that time to either side
                 * @example 240
                 */
                window_min: number;
            } | null;
        };
        ReentryScore: {
            /**
             * @description Catalog number
             * @example 46156
             */
            norad_cat_id: number;
            /**
             * @description Name of the object
             * @example STARLINK-1545
             */
            name: string;
            /**
             * Format: date-time
             * @description Time of the release that made the prediction
             * @example 2026-07-08T00:00:00Z
             */
            predicted_at: string;
            /**
             * Format: date-time
             * @description Epoch of the newest element set that was used
             * @example 2026-07-07T17:21:05Z
             */
            elements_epoch: string;
            /**
             * Format: date-time
             * @description Median: the reentry is as likely before as after
             * @example 2026-07-13T06:00:00Z
             */
            reenters_at: string;
            /**
             * Format: date-time
             * @description Beginning of the 80 % window
             * @example 2026-07-12T02:00:00Z
             */
            window_from: string;
            /**
             * Format: date-time
             * @description End of the 80 % window
             * @example 2026-07-14T14:00:00Z
             */
            window_to: string;
            /**
             * @description Whether the decay rate comes from several element sets, or from the drag term of the newest set
             * @example decay_rate
             * @enum {string}
             */
            basis: "decay_rate" | "single_set";
            /**
             * @description Lead time: the prediction is the last one made at least this many days before the reentry (1, 2, 5, 10, 20, or 30)
             * @example 5
             */
            lead_days: number;
            /**
             * Format: date
             * @description Day of the reentry in the catalog (UTC); null if the object outlived the window
             * @example 2026-07-13
             */
            decay_date: string | null;
            /**
             * @description inside: the day is within the window; early or late: it is before or after the window; outlived: still in orbit after the window
             * @example inside
             * @enum {string}
             */
            outcome: "inside" | "early" | "late" | "outlived";
            /**
             * @description Median minus noon of the day of the reentry; null if that day is unknown
             * @example -0.25
             */
            error_days: number | null;
            /**
             * @description Median minus the time of the reentry by the last message of Space-Track, if that was made after the reentry and no more than 60 days ago; else null
             * @default null
             * @example null
             */
            space_track_error_hours: number | null;
        };
        ReentryCoverage: {
            /** @description Days before the reentry */
            lead_days: number;
            /** @description Closed cases */
            cases: number;
            /** @description Cases inside the 80 % window */
            inside: number;
            /** @description Median of the absolute errors of the medians, days; null if no day is known */
            median_error_days: number | null;
        };
        RegimeAccuracy: {
            /**
             * @description Kind of orbit
             * @enum {string}
             */
            regime: "leo_below_400" | "leo_400_600" | "leo_600_1000" | "leo_above_1000" | "meo" | "geo" | "heo";
            /** @description Active satellites, or all other objects */
            active: boolean;
            /**
             * @description The first words of the names of its members, such as STARLINK; `none` for active satellites in no constellation that has figures of its own; null for all of the kind of orbit
             * @default null
             */
            constellation: string | null;
            /**
             * @description Only satellites in no constellation whose element sets of the last weeks show maneuvers (true), or none (false); null: all
             * @default null
             */
            thrust: boolean | null;
            /** @description By age; ages with fewer than 20 pairs are omitted */
            ages: {
                /** @description Age of the older set, days, within 20 % */
                days: number;
                /** @description Number of compared pairs, each of a different object */
                pairs: number;
                /** @description Along-track error, km */
                along_track_km: {
                    /** @description 50 % quantile */
                    median: number;
                    /** @description 68 % quantile */
                    p68: number;
                    /** @description 95 % quantile */
                    p95: number;
                };
                /** @description The time in which the object covers that distance, seconds */
                time_s: {
                    /** @description 50 % quantile */
                    median: number;
                    /** @description 68 % quantile */
                    p68: number;
                    /** @description 95 % quantile */
                    p95: number;
                };
                /**
                 * @description Error along the radius, km; null in older releases
                 * @default null
                 */
                radial_km: {
                    /** @description 50 % quantile */
                    median: number;
                    /** @description 68 % quantile */
                    p68: number;
                    /** @description 95 % quantile */
                    p95: number;
                } | null;
                /**
                 * @description Error perpendicular to the orbit, km; null in older releases
                 * @default null
                 */
                cross_track_km: {
                    /** @description 50 % quantile */
                    median: number;
                    /** @description 68 % quantile */
                    p68: number;
                    /** @description 95 % quantile */
                    p95: number;
                } | null;
                /**
                 * @description How the figures of the days before held for newer pairs; null if there were fewer than 100 or the archive is too young
                 * @default null
                 */
                held_out: {
                    /** @description Pairs whose newer set is of one of the last 5 days */
                    pairs: number;
                    /** @description Share of them within the 68 % figure as it was measured before the day of each: 0.68 if figures hold */
                    within_p68: number;
                    /** @description The same for the 95 % figure */
                    within_p95: number;
                } | null;
                /**
                 * @description The figures for objects whose own errors are known: multiply them by the factor of the object. Null for the whole of a kind that is divided, and if there are too few
                 * @default null
                 */
                by_object: {
                    /** @description Number of pairs, each divided by the factor of its object on the day before */
                    pairs: number;
                    /** @description Along-track error of an object with the factor 1, km */
                    along_track_km: {
                        /** @description 68 % quantile */
                        p68: number;
                        /** @description 95 % quantile */
                        p95: number;
                    };
                    /**
                     * @description How the figures of the days before held for newer pairs; null if there were fewer than 100 or the archive is too young
                     * @default null
                     */
                    held_out: {
                        /** @description Pairs whose newer set is of one of the last 5 days */
                        pairs: number;
                        /** @description Share of them within the 68 % figure as it was measured before the day of each: 0.68 if figures hold */
                        within_p68: number;
                        /** @description The same for the 95 % figure */
                        within_p95: number;
                    } | null;
                } | null;
                /**
                 * @description The figures for objects whose own errors are not known, if those of others are: new ones, and ones that are seldom tracked. Null if there are too few; the figures of all are then used
                 * @default null
                 */
                without_own: {
                    /** @description Number of pairs of objects that had no factor on the day before */
                    pairs: number;
                    /** @description Along-track error of such an object, km */
                    along_track_km: {
                        /** @description 68 % quantile */
                        p68: number;
                        /** @description 95 % quantile */
                        p95: number;
                    };
                    /**
                     * @description How the figures of the days before held for newer pairs; null if there were fewer than 100 or the archive is too young
                     * @default null
                     */
                    held_out: {
                        /** @description Pairs whose newer set is of one of the last 5 days */
                        pairs: number;
                        /** @description Share of them within the 68 % figure as it was measured before the day of each: 0.68 if figures hold */
                        within_p68: number;
                        /** @description The same for the 95 % figure */
                        within_p95: number;
                    } | null;
                } | null;
            }[];
        };
        PopulationSeries: {
            /**
             * @description Value by which objects are counted
             * @enum {string}
             */
            by: "object_class" | "country" | "operator" | "orbit_class" | "purpose";
            /** @description The value: a class, a country or organization, the slug of an operator, a purpose; UNKNOWN if no source has one */
            code: string;
            /** @description The value in words */
            name: string;
            /**
             * @description For countries: a state, an organization, several owners under one code, or unknown; null for all else
             * @enum {string|null}
             */
            kind: "state" | "organization" | "joint" | "unknown" | null;
            /**
             * @description Class of the objects
             * @enum {string}
             */
            object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
            /** @description Year of the first number; there were none before */
            first_year: number;
            /** @description Objects in orbit at the end of each year, that is, not known to have decayed by then, up to `meta.last_year` */
            objects: number[];
            /** @description Of these, the payloads whose launch mass is known; null for other classes */
            with_mass: number[] | null;
            /** @description Sum of the launch masses of those, kg: the least that was in orbit; null for other classes */
            known_mass_kg: number[] | null;
        };
        DatasetRow: {
            /** @description The name, with alternate names in brackets */
            "Name of Satellite, Alternate Names": string | null;
            /** @description The name */
            "Current Official Name of Satellite": string | null;
            /** @description State or organization that registered it with the UN; NR if unregistered */
            "Country/Org of UN Registry": string | null;
            /** @description The owner state or organization, as named by UCS */
            "Country of Operator/Owner": string | null;
            /** @description The operator */
            "Operator/Owner": string | null;
            /** @description Civil, Commercial, Government, Military; several are separated by / */
            Users: string | null;
            /** @description Purpose */
            Purpose: string | null;
            /** @description Detailed purpose */
            "Detailed Purpose": string | null;
            /** @description LEO, MEO, GEO, or Elliptical; empty for anything else */
            "Class of Orbit": string | null;
            /** @description Sun-Synchronous, Polar, Molniya … */
            "Type of Orbit": string | null;
            /** @description East longitude of a GEO object; west is negative */
            "Longitude of GEO (degrees)": number | null;
            /** @description Lowest altitude */
            "Perigee (km)": number | null;
            /** @description Highest altitude */
            "Apogee (km)": number | null;
            /** @description Eccentricity */
            Eccentricity: number | null;
            /** @description Inclination */
            "Inclination (degrees)": number | null;
            /** @description Period */
            "Period (minutes)": number | null;
            /** @description Mass at launch */
            "Launch Mass (kg.)": number | null;
            /** @description Mass without propellant */
            "Dry Mass (kg.)": number | null;
            /** @description Electric power */
            "Power (watts)": number | null;
            /** @description Day of launch (UTC) */
            "Date of Launch": string | null;
            /** @description Design life */
            "Expected Lifetime (yrs.)": number | null;
            /** @description Manufacturer */
            Contractor: string | null;
            /** @description Country of the manufacturer */
            "Country of Contractor": string | null;
            /** @description Launch site */
            "Launch Site": string | null;
            /** @description Launch vehicle */
            "Launch Vehicle": string | null;
            /** @description COSPAR designator */
            "COSPAR Number": string | null;
            /** @description Catalog number */
            "NORAD Number": number | null;
            /** @description The fields on which sources disagree */
            Comments: string | null;
            /** @description Source of the orbit */
            "Source Used for Orbital Data": string | null;
            /** @description Page of a source about the object */
            Source: string | null;
            /** @description Page of a source about the object */
            "Source 2": string | null;
            /** @description Page of a source about the object */
            "Source 3": string | null;
            /** @description Page of a source about the object */
            "Source 4": string | null;
            /** @description Page of a source about the object */
            "Source 5": string | null;
            /** @description Page of a source about the object */
            "Source 6": string | null;
            /** @description Page of a source about the object */
            "Source 7": string | null;
            /** @description Kind of object */
            object_class: string | null;
            /** @description Whether it is working; DECAYED if it has a decay date */
            operational_status: string | null;
            /** @description True for OPERATIONAL, PARTIALLY_OPERATIONAL, STANDBY, SPARE, and EXTENDED_MISSION */
            active: boolean | null;
            /** @description Orbit class, from the newest elements, or else SATCAT, or else GCAT; a decayed object keeps its last one */
            orbit_class: string | null;
            /** @description Type of orbit within its class: sun-synchronous, Molniya, geostationary … */
            orbit_type: string | null;
            /** @description ISO 3166-1 alpha-2 code of the owner state, the code of an organization, or UNKNOWN */
            country: string | null;
            /** @description The operator in URLs */
            operator_slug: string | null;
            /** @description The launch it came from: year and number of its COSPAR designator */
            launch_id: string | null;
            /** @description Day it reentered or landed (UTC); null if still in orbit or unknown */
            decay_date: string | null;
            /** @description Whether it is in orbit, reentered, landed, escaped, or is lost */
            disposition: string | null;
            /** @description Radar cross-section, m² */
            rcs_m2: number | null;
            /** @description Length of the body, m */
            length_m: number | null;
            /** @description Diameter of the body, m */
            diameter_m: number | null;
            /** @description Largest dimension with panels and booms deployed, m */
            span_m: number | null;
            /** @description Epoch of its newest element set (UTC); null if it has none */
            elements_epoch: string | null;
            /** @description Its JCAT id in GCAT */
            gcat_id: string | null;
            /** @description Its id in SatNOGS DB */
            satnogs_id: string | null;
            /** @description Its item in Wikidata */
            wikidata_id: string | null;
            /** @description Its website */
            website: string | null;
            /** @description Fields whose value is CONFIRMED, separated by ; */
            confirmed_fields: string | null;
            /** @description Fields whose value is MEDIUM, separated by ; */
            medium_fields: string | null;
            /** @description Fields whose value is LOW, separated by ; */
            low_fields: string | null;
            /** @description Fields on which sources disagree, separated by ; */
            conflicting_fields: string | null;
            /** @description The claims of each source about those fields, as JSON: `field`, `value`, `source`, and `selected`, which is true for the value of the record */
            conflicts: {
                [key: string]: unknown;
            }[] | null;
            /** @description Fields whose value is marked as uncertain or estimated by its source, separated by ; */
            uncertain_fields: string | null;
            /** @description Release in which this record last changed (UTC) */
            updated_at: string | null;
        };
        FieldImage: {
            /**
             * @description The FITS header of the image, with a solved world coordinate system: TAN, with or without SIP. Cards of 80 characters, or one to a line
             * @example NAXIS1  = 4656
             *     NAXIS2  = 3520
             *     CTYPE1  = 'RA---TAN'
             *     CTYPE2  = 'DEC--TAN'
             *     CRVAL1  = 83.82
             *     CRVAL2  = -5.39
             *     CRPIX1  = 2328.5
             *     CRPIX2  = 1760.5
             *     CDELT1  = -0.0005
             *     CDELT2  = 0.0005
             */
            header: string;
        };
        SqlResult: {
            /** @description One object for each row; times are ISO 8601 (UTC) */
            data: {
                [key: string]: unknown;
            }[];
            /** @description About the rows */
            meta: {
                /** @description Number of rows */
                rows: number;
                /** @description The columns, in order */
                columns: {
                    /** @description Its name */
                    name: string;
                    /** @description Its DuckDB type */
                    type: string;
                }[];
            };
        };
        SqlQuery: {
            /**
             * @description One SELECT statement of DuckDB SQL
             * @example SELECT count(*) AS objects FROM satellites
             */
            query: string;
            /**
             * @description Response format
             * @default json
             * @example json
             * @enum {string}
             */
            format: "json" | "csv" | "arrow" | "parquet";
        };
        Webhook: {
            /** @description Its id */
            id: string;
            /** @description URL that messages are sent to: https, on the public internet */
            url: string;
            /** @description A label to help you recognize it */
            description: string;
            /** @description Types of messages: events, changes from the change sets (`value_changed`, `conflict_changed`, `object_removed`), and predicted close approaches (`close_approach`: from public element sets; not for operations); empty for every event, without changes and approaches */
            types: ("new_object" | "reentry" | "orbit_change" | "field_changed" | "removed" | "returned" | "value_changed" | "conflict_changed" | "object_removed" | "close_approach")[];
            /** @description Only events of the objects that `/api/v1/satellites` lists with these filters, as a query string; empty for every object. `max_range_km` and `min_probability` limit close approaches */
            query: string;
            /** @description Whether messages are sent; events of the last 30 days that occur while it is disabled are sent when it is enabled again */
            enabled: boolean;
            /**
             * @description Reason why it is disabled: by its owner, after a week of failures, or because the URL returned 410
             * @enum {string|null}
             */
            disabled_reason: "owner" | "failing" | "gone" | null;
            /**
             * Format: date-time
             * @description Time since which every attempt has failed (UTC); null if the last one was delivered, or none was made to its URL since that was set or enabled
             */
            failing_since: string | null;
            /** @description Pending messages */
            pending: number;
            /**
             * Format: date-time
             * @description Time of the next attempt for the first of them (UTC)
             */
            next_attempt_at: string | null;
            /** @description The release up to which events are queued or delivered */
            release: string;
            /**
             * Format: date-time
             * @description When it was created (UTC)
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed (UTC)
             */
            updated_at: string;
        };
        /** @description The webhook, and its secret */
        NewWebhook: components["schemas"]["Webhook"] & {
            /** @description Signs its messages (`whsec_…`); shown this once */
            secret: string;
        };
        WebhookCreation: {
            /** @description URL that messages are sent to: https, on the public internet */
            url: string;
            /**
             * @description A label to help you recognize it
             * @default
             */
            description: string;
            /**
             * @description Types of messages: events, changes from the change sets (`value_changed`, `conflict_changed`, `object_removed`), and predicted close approaches (`close_approach`: from public element sets; not for operations); empty for every event, without changes and approaches
             * @default []
             */
            types: ("new_object" | "reentry" | "orbit_change" | "field_changed" | "removed" | "returned" | "value_changed" | "conflict_changed" | "object_removed" | "close_approach")[];
            /**
             * @description Only events of the objects that `/api/v1/satellites` lists with these filters, as a query string; empty for every object. `max_range_km` and `min_probability` limit close approaches
             * @default
             */
            query: string;
        };
        WebhookUpdate: {
            /** @description URL that messages are sent to: https, on the public internet */
            url?: string;
            /** @description A label to help you recognize it */
            description?: string;
            /** @description Types of messages: events, changes from the change sets (`value_changed`, `conflict_changed`, `object_removed`), and predicted close approaches (`close_approach`: from public element sets; not for operations); empty for every event, without changes and approaches */
            types?: ("new_object" | "reentry" | "orbit_change" | "field_changed" | "removed" | "returned" | "value_changed" | "conflict_changed" | "object_removed" | "close_approach")[];
            /** @description Only events of the objects that `/api/v1/satellites` lists with these filters, as a query string; empty for every object. `max_range_km` and `min_probability` limit close approaches */
            query?: string;
            /** @description `false` stops sending; `true` resumes, and sends pending messages now */
            enabled?: boolean;
        };
        /** @description The message, with its attempt */
        WebhookDelivery: {
            /** @description Its id: the header `webhook-id`, the same in every attempt */
            id: string;
            /** @description `catalog.events`, or `webhook.test` */
            type: string;
            /** @description The release whose events it has; null for a test */
            release: string | null;
            /** @description Number of events */
            events: number;
            /**
             * @description Outcome: a test is sent once and can fail; events remain pending until they are delivered, or given up a week after they were queued, if others were delivered since
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description When it was queued (UTC)
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the URL returned a 2xx status (UTC)
             */
            delivered_at: string | null;
            /** @description Newest first */
            attempts: {
                /**
                 * Format: date-time
                 * @description When it was sent (UTC)
                 */
                at: string;
                /** @description Status of the response; null if there was none */
                status: number | null;
                /** @description Why there was no response */
                problem: string | null;
                /** @description How long it took */
                duration_ms: number;
            }[];
        };
        SecretRotation: {
            /**
             * @description How long messages are also signed with the old secret
             * @default 24
             */
            overlap_hours: number;
        };
        Feed: {
            /** @description In order of time; the first ones may be over by up to an hour */
            data: components["schemas"]["FeedPass"][];
            /** @description The scope of the feed */
            meta: {
                /** @description Name of the feed */
                name: string;
                /** @description Start of the window (ISO 8601, UTC): the hour */
                from: string;
                /** @description End of the window (ISO 8601, UTC) */
                to: string;
                /** @description Number of objects that were searched */
                objects: number;
                /** @description Objects without a position in this window */
                omitted: {
                    /** @description Catalog number */
                    norad_cat_id: number;
                    /**
                     * @description The number does not exist; the object has no elements, or they are an orbit at no time of the window, as after its decay or the window of its predicted reentry; its elements are too old: more than 30 days in low orbit, 90 above; or they are an orbit for a part of the window only: request a window within `valid_from` and `valid_to`
                     * @enum {string}
                     */
                    reason: "not_found" | "no_elements" | "elements_too_old" | "window_not_covered";
                    /**
                     * Format: date-time
                     * @description Start of the time in which the elements are an orbit (UTC); only with `window_not_covered`
                     */
                    valid_from?: string;
                    /**
                     * Format: date-time
                     * @description The same for the end
                     */
                    valid_to?: string;
                }[];
                /** @description Id of the release */
                release: string;
            };
        };
        FeedPass: components["schemas"]["Pass"] & {
            /** @description Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy */
            time_uncertainty_s?: number | null;
            /** @description Id of the pass: object, revolution, and location. It stays when newer elements move the pass */
            id: string;
            /** @description Catalog number */
            norad_cat_id: number;
            /** @description Name of the object */
            name: string;
            /**
             * Format: date-time
             * @description Epoch of the elements (ISO 8601, UTC), as in the record of the object
             */
            elements_epoch: string;
            /** @description Age of the elements at that time, or at the start of the window, days */
            age_days: number;
            /** @description The corresponding distance, km */
            position_uncertainty_km: number | null;
            /**
             * @description Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits
             * @enum {string|null}
             */
            uncertainty_basis: "regime" | "thrust" | "constellation" | "object" | null;
            /** @description Number of pairs of element sets behind the error; with the basis `object`, its own */
            uncertainty_comparisons: number | null;
            /** @description The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100 */
            uncertainty_held: number | null;
            /** @description Warning about elements more than three days from that time whose error is not measured; null otherwise */
            stale_warning: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSatellites: {
        parameters: {
            query?: {
                /**
                 * @description Only these objects: up to 1,000 catalog numbers, separated by commas; `meta.unknown_ids` lists numbers that are not in the catalog
                 * @example [
                 *       25544,
                 *       20580
                 *     ]
                 */
                ids?: number[];
                /**
                 * @description Only objects of these orbit classes
                 * @example [
                 *       "LEO"
                 *     ]
                 */
                orbit_class?: ("LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN")[];
                /**
                 * @description Only objects in these types of orbit
                 * @example [
                 *       "SUN_SYNCHRONOUS"
                 *     ]
                 */
                orbit_type?: string[];
                /**
                 * @description Only objects of these operational statuses
                 * @example [
                 *       "OPERATIONAL"
                 *     ]
                 */
                status?: ("OPERATIONAL" | "PARTIALLY_OPERATIONAL" | "STANDBY" | "SPARE" | "EXTENDED_MISSION" | "NONOPERATIONAL" | "DECAYED" | "UNKNOWN")[];
                /**
                 * @description Only objects of these classes
                 * @example [
                 *       "PAYLOAD"
                 *     ]
                 */
                object_class?: ("PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN")[];
                /**
                 * @description Only objects with these dispositions
                 * @example [
                 *       "IN_ORBIT"
                 *     ]
                 */
                disposition?: ("IN_ORBIT" | "REENTERED" | "DEORBITED" | "LANDED" | "ESCAPED" | "LOST" | "UNKNOWN")[];
                /**
                 * @description Only active objects, or only inactive ones
                 * @example true
                 */
                active?: boolean;
                /**
                 * @description Only objects with public elements, or only those without
                 * @example true
                 */
                has_elements?: boolean;
                /**
                 * @description Only members of these groups, as `/api/v1/groups` lists them
                 * @example [
                 *       "stations"
                 *     ]
                 */
                group?: string[];
                /**
                 * @description Only objects of these states (ISO 3166-1 alpha-2) or organizations; SATCAT owner codes are accepted as aliases
                 * @example [
                 *       "US"
                 *     ]
                 */
                country?: string[];
                /**
                 * @description Only objects of these operators, by slug
                 * @example [
                 *       "nasa"
                 *     ]
                 */
                operator?: string[];
                /**
                 * @description Only objects with these words in `users`
                 * @example Military
                 */
                users?: string;
                /**
                 * @description Only objects with these words in `purpose`
                 * @example Earth Observation
                 */
                purpose?: string;
                /**
                 * @description Only objects with these words in `manufacturer`
                 * @example Thales
                 */
                manufacturer?: string;
                /**
                 * @description Only objects with these words in `program`
                 * @example Starlink
                 */
                program?: string;
                /**
                 * @description Only objects with these words in `bus`
                 * @example Cubesat
                 */
                bus?: string;
                /**
                 * @description Only objects whose mission had these results
                 * @example [
                 *       "FAILURE"
                 *     ]
                 */
                mission_result?: ("SUCCESS" | "FAILURE")[];
                /**
                 * @description Only objects of these maneuver capabilities
                 * @example [
                 *       "MANEUVERS"
                 *     ]
                 */
                maneuver_capability?: ("MANEUVERS" | "DEORBITS")[];
                /**
                 * @description Only objects of these launches, by year and number
                 * @example [
                 *       "1998-067"
                 *     ]
                 */
                launch_id?: string[];
                /**
                 * @description Only objects with these words in `launch_site`
                 * @example Baikonur
                 */
                launch_site?: string;
                /**
                 * @description Only objects with these words in `launch_vehicle`
                 * @example Falcon 9
                 */
                launch_vehicle?: string;
                /**
                 * @description Only objects launched on this day or later. An object without a launch date matches only if every possible day does: its launch lies between the dated launches numbered before and after it. `meta.without_launch_date` counts those, and `meta.possible_without_launch_date` those that may match
                 * @example 2024-01-01
                 */
                launched_after?: string;
                /**
                 * @description Only objects launched before this day; without a launch date as for `launched_after`
                 * @example 2025-01-01
                 */
                launched_before?: string;
                /**
                 * @description Only objects that separated from their parent on this day or later
                 * @example 2026-01-01
                 */
                separated_after?: string;
                /**
                 * @description Only objects that separated from their parent before this day
                 * @example 2026-01-01
                 */
                separated_before?: string;
                /**
                 * @description Only objects with a decay date of this day or later
                 * @example 2026-01-01
                 */
                decayed_after?: string;
                /**
                 * @description Only objects with a decay date before this day
                 * @example 2026-01-01
                 */
                decayed_before?: string;
                /**
                 * @description Only objects whose record last changed at this time or later
                 * @example 2026-08-01T00:00:00Z
                 */
                updated_after?: string;
                /**
                 * @description Only objects whose perigee_km is at least this
                 * @example 400
                 */
                min_perigee_km?: number;
                /**
                 * @description Only objects whose perigee_km is at most this
                 * @example 400
                 */
                max_perigee_km?: number;
                /**
                 * @description Only objects whose apogee_km is at least this
                 * @example 600
                 */
                min_apogee_km?: number;
                /**
                 * @description Only objects whose apogee_km is at most this
                 * @example 600
                 */
                max_apogee_km?: number;
                /**
                 * @description Only objects whose inclination_deg is at least this
                 * @example 97
                 */
                min_inclination_deg?: number;
                /**
                 * @description Only objects whose inclination_deg is at most this
                 * @example 97
                 */
                max_inclination_deg?: number;
                /**
                 * @description Only objects whose period_min is at least this
                 * @example 100
                 */
                min_period_min?: number;
                /**
                 * @description Only objects whose period_min is at most this
                 * @example 100
                 */
                max_period_min?: number;
                /**
                 * @description Only objects whose eccentricity is at least this
                 * @example 0.01
                 */
                min_eccentricity?: number;
                /**
                 * @description Only objects whose eccentricity is at most this
                 * @example 0.01
                 */
                max_eccentricity?: number;
                /**
                 * @description Only GEO objects whose geo_longitude_deg is at least this
                 * @example 13
                 */
                min_geo_longitude_deg?: number;
                /**
                 * @description Only GEO objects whose geo_longitude_deg is at most this
                 * @example 13
                 */
                max_geo_longitude_deg?: number;
                /**
                 * @description Only objects whose rcs_m2 is at least this
                 * @example 1
                 */
                min_rcs_m2?: number;
                /**
                 * @description Only objects whose rcs_m2 is at most this
                 * @example 1
                 */
                max_rcs_m2?: number;
                /**
                 * @description Only objects whose launch_mass_kg is at least this
                 * @example 1000
                 */
                min_launch_mass_kg?: number;
                /**
                 * @description Only objects whose launch_mass_kg is at most this
                 * @example 1000
                 */
                max_launch_mass_kg?: number;
                /**
                 * @description Only objects with a field on which sources disagree, or only those without
                 * @example true
                 */
                conflicting?: boolean;
                /**
                 * @description Only objects on which sources disagree about one of these fields
                 * @example [
                 *       "decay_date"
                 *     ]
                 */
                conflicting_field?: ("norad_cat_id" | "cospar_id" | "name" | "alt_names" | "object_class" | "operational_status" | "active" | "orbit_class" | "orbit_type" | "country" | "country_name" | "operator" | "operator_slug" | "launch_id" | "launch_date" | "launch_site" | "launch_vehicle" | "decay_date" | "period_min" | "inclination_deg" | "apogee_km" | "perigee_km" | "eccentricity" | "rcs_m2" | "elements_epoch" | "updated_at" | "common_name" | "purpose" | "detailed_purpose" | "users" | "un_registry_country" | "manufacturer" | "manufacturer_country" | "launch_mass_kg" | "dry_mass_kg" | "power_w" | "length_m" | "diameter_m" | "span_m" | "bus" | "shape" | "motor" | "maneuver_capability" | "attitude_control_code" | "program" | "reentry_location" | "mission_result" | "disposal_orbit_date" | "disposal_perigee_km" | "disposal_apogee_km" | "disposal_inclination_deg" | "orbital_plane" | "un_registration" | "separation_date" | "parent_gcat_id" | "expected_lifetime_yr" | "geo_longitude_deg" | "disposition" | "wikidata_id" | "satnogs_id" | "gcat_id" | "website" | "image")[];
                /**
                 * @description Only objects with this confidence in one field (`launch_date:MEDIUM`) or in any field (`CONFLICTING`)
                 * @example [
                 *       "launch_date:MEDIUM"
                 *     ]
                 */
                confidence?: string[];
                /**
                 * @description Only objects that this search finds
                 * @example starlink
                 */
                q?: string;
                /**
                 * @description The order; a leading - descends. Unknown values are last
                 * @example -launch_date
                 */
                sort?: "norad_cat_id" | "-norad_cat_id" | "cospar_id" | "-cospar_id" | "name" | "-name" | "object_class" | "-object_class" | "operational_status" | "-operational_status" | "orbit_class" | "-orbit_class" | "orbit_type" | "-orbit_type" | "country" | "-country" | "country_name" | "-country_name" | "operator" | "-operator" | "launch_id" | "-launch_id" | "launch_date" | "-launch_date" | "launch_site" | "-launch_site" | "launch_vehicle" | "-launch_vehicle" | "decay_date" | "-decay_date" | "period_min" | "-period_min" | "inclination_deg" | "-inclination_deg" | "apogee_km" | "-apogee_km" | "perigee_km" | "-perigee_km" | "eccentricity" | "-eccentricity" | "rcs_m2" | "-rcs_m2" | "elements_epoch" | "-elements_epoch" | "updated_at" | "-updated_at" | "common_name" | "-common_name" | "purpose" | "-purpose" | "detailed_purpose" | "-detailed_purpose" | "users" | "-users" | "un_registry_country" | "-un_registry_country" | "manufacturer" | "-manufacturer" | "manufacturer_country" | "-manufacturer_country" | "launch_mass_kg" | "-launch_mass_kg" | "dry_mass_kg" | "-dry_mass_kg" | "power_w" | "-power_w" | "length_m" | "-length_m" | "diameter_m" | "-diameter_m" | "span_m" | "-span_m" | "bus" | "-bus" | "shape" | "-shape" | "motor" | "-motor" | "maneuver_capability" | "-maneuver_capability" | "attitude_control_code" | "-attitude_control_code" | "program" | "-program" | "reentry_location" | "-reentry_location" | "mission_result" | "-mission_result" | "disposal_orbit_date" | "-disposal_orbit_date" | "disposal_perigee_km" | "-disposal_perigee_km" | "disposal_apogee_km" | "-disposal_apogee_km" | "disposal_inclination_deg" | "-disposal_inclination_deg" | "orbital_plane" | "-orbital_plane" | "un_registration" | "-un_registration" | "separation_date" | "-separation_date" | "parent_gcat_id" | "-parent_gcat_id" | "expected_lifetime_yr" | "-expected_lifetime_yr" | "geo_longitude_deg" | "-geo_longitude_deg" | "disposition" | "-disposition" | "wikidata_id" | "-wikidata_id" | "satnogs_id" | "-satnogs_id" | "gcat_id" | "-gcat_id";
                /**
                 * @description Only these fields of each object, any of the full record, in this order
                 * @example [
                 *       "norad_cat_id",
                 *       "name",
                 *       "launch_mass_kg"
                 *     ]
                 */
                fields?: ("norad_cat_id" | "cospar_id" | "name" | "alt_names" | "object_class" | "operational_status" | "active" | "orbit_class" | "orbit_type" | "country" | "country_name" | "operator" | "operator_slug" | "launch_id" | "launch_date" | "launch_site" | "launch_vehicle" | "decay_date" | "period_min" | "inclination_deg" | "apogee_km" | "perigee_km" | "eccentricity" | "rcs_m2" | "elements_epoch" | "updated_at" | "common_name" | "purpose" | "detailed_purpose" | "users" | "un_registry_country" | "manufacturer" | "manufacturer_country" | "launch_mass_kg" | "dry_mass_kg" | "power_w" | "length_m" | "diameter_m" | "span_m" | "bus" | "shape" | "motor" | "maneuver_capability" | "attitude_control_code" | "program" | "reentry_location" | "mission_result" | "disposal_orbit_date" | "disposal_perigee_km" | "disposal_apogee_km" | "disposal_inclination_deg" | "orbital_plane" | "un_registration" | "separation_date" | "parent_gcat_id" | "expected_lifetime_yr" | "geo_longitude_deg" | "disposition" | "wikidata_id" | "satnogs_id" | "gcat_id" | "website" | "image")[];
                /**
                 * @description The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
                /**
                 * @description The format; takes precedence over `Accept`. `json` is a page of records; every other is the element sets of the whole list
                 * @example json
                 */
                format?: "json" | "tle" | "3le" | "5-digit.tle" | "2le" | "csv" | "omm" | "xml" | "kvn";
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["SatelliteItem"][];
                        meta: components["schemas"]["SatelliteListMeta"];
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "text/plain": string;
                };
            };
        };
    };
    getSatellite: {
        parameters: {
            query?: {
                /**
                 * @description The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Satellite"];
                    };
                };
            };
        };
    };
    listFamily: {
        parameters: {
            query?: {
                /**
                 * @description Only objects of this relation
                 * @example child
                 */
                relation?: "parent" | "child" | "sibling";
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["Relative"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    listBreakups: {
        parameters: {
            query?: {
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["Breakup"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getBreakup: {
        parameters: {
            query?: {
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
            path: {
                /**
                 * @description The number of the object in GCAT, and the day of the separation
                 * @example S190066-2024-03-05
                 */
                id: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["BreakupWithSatellites"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getTle: {
        parameters: {
            query?: {
                /**
                 * @description The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example text
                 */
                format?: "text" | "json";
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "text/plain": string;
                    "application/json": {
                        data: components["schemas"]["Tle"];
                    };
                };
            };
        };
    };
    getOmm: {
        parameters: {
            query?: {
                /**
                 * @description The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "xml" | "kvn" | "csv";
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Omm"];
                    };
                    "application/xml": string;
                    "text/plain": string;
                    "text/csv": string;
                };
            };
        };
    };
    getPosition: {
        parameters: {
            query?: {
                /**
                 * @description Time. Default: now
                 * @example 2026-08-22T18:00:00Z
                 */
                at?: string;
                /**
                 * @description Latitude of the location, degrees (WGS84), north positive
                 * @example 52.5
                 */
                lat?: number;
                /**
                 * @description Longitude of the location, degrees (WGS84), east positive
                 * @example 13.4
                 */
                lon?: number;
                /**
                 * @description Height of the location above the ellipsoid, meters. Default: 0
                 * @example 40
                 */
                alt_m?: number;
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Position"];
                    };
                };
            };
        };
    };
    getEphemeris: {
        parameters: {
            query?: {
                /**
                 * @description Start of the window. Default: now
                 * @example 2026-08-22T18:00:00Z
                 */
                from?: string;
                /**
                 * @description End of the window, instead of `hours` or `days`; 10,000 rows at most. Default: two hours
                 * @example 2026-08-22T20:00:00Z
                 */
                to?: string;
                /**
                 * @description Length of the window, hours, instead of `to` or `days`; 10,000 rows at most. Default: two hours
                 * @example 12
                 */
                hours?: number;
                /**
                 * @description Length of the window, days, instead of `to` or `hours`; 10,000 rows at most. Default: two hours
                 * @example 2
                 */
                days?: number;
                /**
                 * @description Seconds between rows
                 * @example 60
                 */
                step_s?: number;
                /**
                 * @description Frame of the vectors. Default: ITRF, Earth-fixed, with velocity relative to the rotating Earth
                 * @example ITRF
                 */
                frame?: "ITRF" | "TEME";
                /**
                 * @description Latitude of the location, degrees (WGS84), north positive
                 * @example 52.5
                 */
                lat?: number;
                /**
                 * @description Longitude of the location, degrees (WGS84), east positive
                 * @example 13.4
                 */
                lon?: number;
                /**
                 * @description Height of the location above the ellipsoid, meters. Default: 0
                 * @example 40
                 */
                alt_m?: number;
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "csv" | "oem";
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Ephemeris"];
                    };
                    "text/csv": string;
                    "text/plain": string;
                };
            };
        };
    };
    getTrack: {
        parameters: {
            query?: {
                /**
                 * @description Start of the window. Default: now
                 * @example 2026-08-22T18:00:00Z
                 */
                from?: string;
                /**
                 * @description End of the window, instead of `hours` or `days`; 5,000 points at most. Default: two hours
                 * @example 2026-08-22T20:00:00Z
                 */
                to?: string;
                /**
                 * @description Length of the window, hours, instead of `to` or `days`; 5,000 points at most. Default: two hours
                 * @example 12
                 */
                hours?: number;
                /**
                 * @description Length of the window, days, instead of `to` or `hours`; 5,000 points at most. Default: two hours
                 * @example 2
                 */
                days?: number;
                /**
                 * @description Seconds between points
                 * @example 60
                 */
                step_s?: number;
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example geojson
                 */
                format?: "geojson" | "kml" | "czml" | "gpx";
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/geo+json": components["schemas"]["Track"];
                    "application/vnd.google-earth.kml+xml": string;
                    "application/json": {
                        [key: string]: unknown;
                    }[];
                    "application/gpx+xml": string;
                };
            };
        };
    };
    listPasses: {
        parameters: {
            query: {
                /**
                 * @description Latitude of the location, degrees (WGS84), north positive
                 * @example 52.5
                 */
                lat: number;
                /**
                 * @description Longitude of the location, degrees (WGS84), east positive
                 * @example 13.4
                 */
                lon: number;
                /**
                 * @description Height of the location above the ellipsoid, meters. Default: 0
                 * @example 40
                 */
                alt_m?: number;
                /**
                 * @description Start of the window. Default: now
                 * @example 2026-08-22T18:00:00Z
                 */
                from?: string;
                /**
                 * @description End of the window, instead of `hours` or `days`; ten days at most. Default: five days
                 * @example 2026-08-22T20:00:00Z
                 */
                to?: string;
                /**
                 * @description Length of the window, hours, instead of `to` or `days`; ten days at most. Default: five days
                 * @example 12
                 */
                hours?: number;
                /**
                 * @description Length of the window, days, instead of `to` or `hours`; ten days at most. Default: five days
                 * @example 2
                 */
                days?: number;
                /**
                 * @description Minimum elevation of passes, degrees. Default: 10
                 * @example 10
                 */
                min_elevation_deg?: number;
                /**
                 * @description The skyline as azimuth:elevation in degrees, connected by straight lines. Passes are the periods above it and above `min_elevation_deg`
                 * @example 0:5,90:12.5,180:3,270:20
                 */
                horizon?: string;
                /**
                 * @description Whether elevations include atmospheric refraction. Default: false
                 * @example true
                 */
                refraction?: boolean;
                /**
                 * @description Only visible passes
                 * @example true
                 */
                visible?: boolean;
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "csv" | "ics";
                /**
                 * @description Only these modes of the downlink or uplink, as SatNOGS DB writes them
                 * @example [
                 *       "FM"
                 *     ]
                 */
                mode?: string[];
                /**
                 * @description Only those with a downlink or uplink in this band (IEEE 521: UHF is 300 to 1,000 MHz)
                 * @example VHF
                 */
                band?: "HF" | "VHF" | "UHF" | "L" | "S" | "C" | "X" | "Ku" | "K" | "Ka" | "V" | "W";
                /**
                 * @description Only those with a downlink or uplink at this frequency, in MHz or with a unit (everything that rounds to it, and at least the range of the Doppler shift), or in a range of two frequencies separated by a dash
                 * @example 145.8
                 */
                frequency?: string;
                /**
                 * @description Only objects with a transmitter that SatNOGS DB lists as in use, and in orbit by the catalog (`true`), or with another one (`false`). With `true`, `mode`, `band`, and `frequency` are those of its downlink
                 * @example true
                 */
                audible?: boolean;
                /**
                 * @description Only objects with these words in `purpose` or `detailed_purpose`; `weather` is Meteorology
                 * @example Meteorology
                 */
                purpose?: string;
                /**
                 * @description The `uuid` of a transmitter of the object: adds `frequency` to each pass, with the frequencies to receive and transmit
                 * @example SMPLtransmitter0000001
                 */
                transmitter?: string;
                /**
                 * @description With `transmitter`: seconds between the frequencies of a pass. Default: 60
                 * @example 60
                 */
                step_s?: number;
                /**
                 * @description With `transmitter`: the frequency in the passband of a transponder, as the satellite sends it, Hz. Default: the middle
                 * @example 437800000
                 */
                downlink_hz?: number;
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Passes"];
                    };
                    "text/csv": string;
                    "text/calendar": string;
                };
            };
        };
    };
    listElementHistory: {
        parameters: {
            query?: {
                /**
                 * @description Only epochs from this time on
                 * @example 2026-08-01
                 */
                from?: string;
                /**
                 * @description Only epochs up to this time; a date is its end
                 * @example 2026-08-22
                 */
                to?: string;
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "csv" | "tle" | "2le" | "omm.json" | "xml" | "kvn";
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Newest epoch first */
                        data: components["schemas"]["ArchivedElements"][];
                        meta: components["schemas"]["CoveredPageMeta"];
                    } | components["schemas"]["CelestrakOmm"][];
                    "text/csv": string;
                    "text/plain": string;
                    "application/xml": string;
                };
            };
        };
    };
    listValueHistory: {
        parameters: {
            query?: {
                /**
                 * @description Only changes of this field
                 * @example operational_status
                 */
                field?: "cospar_id" | "name" | "alt_names" | "object_class" | "operational_status" | "active" | "orbit_class" | "orbit_type" | "country" | "country_name" | "operator" | "operator_slug" | "launch_id" | "launch_date" | "launch_site" | "launch_vehicle" | "decay_date" | "period_min" | "inclination_deg" | "apogee_km" | "perigee_km" | "eccentricity" | "rcs_m2" | "elements_epoch" | "common_name" | "purpose" | "detailed_purpose" | "users" | "un_registry_country" | "manufacturer" | "manufacturer_country" | "launch_mass_kg" | "dry_mass_kg" | "power_w" | "length_m" | "diameter_m" | "span_m" | "bus" | "shape" | "motor" | "maneuver_capability" | "attitude_control_code" | "program" | "reentry_location" | "mission_result" | "disposal_orbit_date" | "disposal_perigee_km" | "disposal_apogee_km" | "disposal_inclination_deg" | "orbital_plane" | "un_registration" | "separation_date" | "parent_gcat_id" | "expected_lifetime_yr" | "geo_longitude_deg" | "disposition" | "wikidata_id" | "satnogs_id" | "gcat_id" | "website" | "image";
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Newest first */
                        data: components["schemas"]["ValueChange"][];
                        meta: components["schemas"]["CoveredPageMeta"];
                    };
                };
            };
        };
    };
    listManeuvers: {
        parameters: {
            query?: {
                /**
                 * @description Only element sets from this time on. Default: a year before `to`
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description Only element sets up to this time; a date is its end. Default: now
                 * @example 2026-08-22
                 */
                to?: string;
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Maneuvers"];
                    };
                };
            };
        };
    };
    listSatelliteConjunctions: {
        parameters: {
            query?: {
                /**
                 * @description Only approaches of these kinds. Default: same_operator,encounter
                 * @example [
                 *       "same_operator",
                 *       "encounter"
                 *     ]
                 */
                kind?: ("docked" | "formation" | "same_operator" | "encounter")[];
                /**
                 * @description Only approaches this close or closer, km
                 * @example 1
                 */
                max_range_km?: number;
                /**
                 * @description Only approaches at least this probable: `probability`, or `max_probability` if that is null
                 * @example 0.0001
                 */
                min_probability?: number;
                /**
                 * @description Only approaches at this time or later (UTC)
                 * @example 2026-08-23T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Only approaches at this time or earlier (UTC); a date means its end
                 * @example 2026-08-24
                 */
                to?: string;
                /**
                 * @description The order: by time (the default), closest, most probable, or fastest first
                 * @example range_km
                 */
                sort?: "tca" | "range_km" | "-max_probability" | "-probability" | "-relative_speed_km_s";
                /**
                 * @description The run to use, as in `next` and `prev`, so that pages stay consistent when a new run ends. The last three are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                run?: string;
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Close approaches */
                        data: components["schemas"]["Conjunction"][];
                        /** @description The page, its run, and the objects that the object was compared with */
                        meta: components["schemas"]["PageMeta"] & {
                            /**
                             * @description Which approaches of this object were searched
                             * @enum {string}
                             */
                            compared_with: "everything" | "active_payloads" | "nothing";
                            /** @description The part of the time of the run for which they were searched: as long as its elements are an orbit, to three minutes. Null if there is none, or the run was made by a version before 0.12 */
                            searched: {
                                /**
                                 * Format: date-time
                                 * @description Begin (UTC)
                                 */
                                from: string;
                                /**
                                 * Format: date-time
                                 * @description End (UTC)
                                 */
                                to: string;
                            } | null;
                            run: components["schemas"]["ConjunctionRun"];
                        };
                    };
                };
            };
        };
    };
    getConjunction: {
        parameters: {
            path: {
                /**
                 * @description Name of the approach, from a list
                 * @example 190030-301928-20260822T225330802Z
                 */
                id: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["ConjunctionWithElements"];
                        /** @description The run that it is from */
                        meta: {
                            run: components["schemas"]["ConjunctionRun"];
                        };
                    };
                };
            };
        };
    };
    listGroupPasses: {
        parameters: {
            query: {
                /**
                 * @description Catalog numbers, up to 500, instead of `group`
                 * @example [
                 *       25544,
                 *       20580
                 *     ]
                 */
                ids?: number[];
                /**
                 * @description A group, instead of `ids`. Default: every object with the requested transmitters and purpose; if none are requested, `visual` (the brightest objects), or every active object if the release has no such group
                 * @example stations
                 */
                group?: string;
                /**
                 * @description Only these modes of the downlink or uplink, as SatNOGS DB writes them
                 * @example [
                 *       "FM"
                 *     ]
                 */
                mode?: string[];
                /**
                 * @description Only those with a downlink or uplink in this band (IEEE 521: UHF is 300 to 1,000 MHz)
                 * @example VHF
                 */
                band?: "HF" | "VHF" | "UHF" | "L" | "S" | "C" | "X" | "Ku" | "K" | "Ka" | "V" | "W";
                /**
                 * @description Only those with a downlink or uplink at this frequency, in MHz or with a unit (everything that rounds to it, and at least the range of the Doppler shift), or in a range of two frequencies separated by a dash
                 * @example 145.8
                 */
                frequency?: string;
                /**
                 * @description Only objects with a transmitter that SatNOGS DB lists as in use, and in orbit by the catalog (`true`), or with another one (`false`). With `true`, `mode`, `band`, and `frequency` are those of its downlink
                 * @example true
                 */
                audible?: boolean;
                /**
                 * @description Only objects with these words in `purpose` or `detailed_purpose`; `weather` is Meteorology
                 * @example Meteorology
                 */
                purpose?: string;
                /**
                 * @description Latitude of the location, degrees (WGS84), north positive
                 * @example 52.5
                 */
                lat: number;
                /**
                 * @description Longitude of the location, degrees (WGS84), east positive
                 * @example 13.4
                 */
                lon: number;
                /**
                 * @description Height of the location above the ellipsoid, meters. Default: 0
                 * @example 40
                 */
                alt_m?: number;
                /**
                 * @description Start of the window. Default: now
                 * @example 2026-08-22T18:00:00Z
                 */
                from?: string;
                /**
                 * @description End of the window, instead of `hours` or `days`; 48 hours at most. Default: 12 hours
                 * @example 2026-08-22T20:00:00Z
                 */
                to?: string;
                /**
                 * @description Length of the window, hours, instead of `to` or `days`; 48 hours at most. Default: 12 hours
                 * @example 12
                 */
                hours?: number;
                /**
                 * @description Length of the window, days, instead of `to` or `hours`; 48 hours at most. Default: 12 hours
                 * @example 2
                 */
                days?: number;
                /**
                 * @description Minimum elevation of passes, degrees. Default: 10
                 * @example 10
                 */
                min_elevation_deg?: number;
                /**
                 * @description The skyline as azimuth:elevation in degrees, connected by straight lines. Passes are the periods above it and above `min_elevation_deg`
                 * @example 0:5,90:12.5,180:3,270:20
                 */
                horizon?: string;
                /**
                 * @description Whether elevations include atmospheric refraction. Default: false
                 * @example true
                 */
                refraction?: boolean;
                /**
                 * @description Only visible passes
                 * @example true
                 */
                visible?: boolean;
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "csv" | "ics";
                /**
                 * @description Choose the passes that one antenna can follow one after the other: no two overlap, and the sum of their weights is the largest possible. The weight of a pass is its highest elevation in degrees, multiplied by the priority of the object
                 * @example true
                 */
                plan?: boolean;
                /**
                 * @description With `plan`: priorities of objects, `number:priority`; 1 for every other object
                 * @example 25544:3
                 */
                priority?: string;
                /**
                 * @description With `plan`: seconds between two passes, to turn the antenna. Default: 0
                 * @example 30
                 */
                turn_s?: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["GroupPasses"];
                    };
                    "text/csv": string;
                    "text/calendar": string;
                };
            };
        };
    };
    listAbove: {
        parameters: {
            query: {
                /**
                 * @description Latitude of the location, degrees (WGS84), north positive
                 * @example 52.5
                 */
                lat: number;
                /**
                 * @description Longitude of the location, degrees (WGS84), east positive
                 * @example 13.4
                 */
                lon: number;
                /**
                 * @description Height of the location above the ellipsoid, meters. Default: 0
                 * @example 40
                 */
                alt_m?: number;
                /**
                 * @description Time. Default: now
                 * @example 2026-08-22T18:00:00Z
                 */
                at?: string;
                /**
                 * @description Minimum elevation, degrees. Default: 10
                 * @example 10
                 */
                min_elevation_deg?: number;
                /**
                 * @description Only members of this group
                 * @example stations
                 */
                group?: string;
                /**
                 * @description Only objects of this class
                 * @example PAYLOAD
                 */
                object_class?: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
                /**
                 * @description The former name of `object_class`
                 * @example PAYLOAD
                 */
                class?: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
                /**
                 * @description Only objects in orbits of this class
                 * @example LEO
                 */
                orbit_class?: "LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN";
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Above"];
                    };
                };
            };
        };
    };
    listFieldTracks: {
        parameters: {
            query: {
                /**
                 * @description Latitude of the location, degrees (WGS84), north positive
                 * @example 52.5
                 */
                lat: number;
                /**
                 * @description Longitude of the location, degrees (WGS84), east positive
                 * @example 13.4
                 */
                lon: number;
                /**
                 * @description Height of the location above the ellipsoid, meters. Default: 0
                 * @example 40
                 */
                alt_m?: number;
                /**
                 * @description Start of the exposure. Default: now
                 * @example 2026-08-22T18:00:00Z
                 */
                from?: string;
                /**
                 * @description Length of the exposure, seconds. Default: 60
                 * @example 60
                 */
                exposure_s?: number;
                /**
                 * @description Right ascension of the center of the field, degrees (ICRS)
                 * @example 83.82
                 */
                ra_deg?: number;
                /**
                 * @description Declination of the center, degrees (ICRS)
                 * @example -5.39
                 */
                dec_deg?: number;
                /**
                 * @description Radius of the field, degrees
                 * @example 2
                 */
                radius_deg?: number;
                /**
                 * @description A field with four corners, instead of `ra_deg`, `dec_deg`, and `radius_deg`
                 * @example 83,-6,85,-6,85,-4,83,-4
                 */
                corners?: string;
                /**
                 * @description Seconds between the positions of a track. Default: a tenth of the exposure
                 * @example 6
                 */
                step_s?: number;
                /**
                 * @description Whether positions include atmospheric refraction. Default: false
                 * @example true
                 */
                refraction?: boolean;
                /**
                 * @description Minimum elevation, degrees. Default: 0
                 * @example 0
                 */
                min_elevation_deg?: number;
                /**
                 * @description Only members of this group
                 * @example stations
                 */
                group?: string;
                /**
                 * @description Only objects at least this bright; those of unknown brightness are left out, and counted
                 * @example 8
                 */
                max_magnitude?: number;
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
                /**
                 * @description Compute from the archive: of each object, the element set nearest to the exposure of those known at this time, instead of the newest
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "csv" | "votable";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldOfView"];
                    };
                    "text/csv": string;
                    "application/x-votable+xml": string;
                };
            };
        };
    };
    listImageTracks: {
        parameters: {
            query: {
                /**
                 * @description Latitude of the location, degrees (WGS84), north positive
                 * @example 52.5
                 */
                lat: number;
                /**
                 * @description Longitude of the location, degrees (WGS84), east positive
                 * @example 13.4
                 */
                lon: number;
                /**
                 * @description Height of the location above the ellipsoid, meters. Default: 0
                 * @example 40
                 */
                alt_m?: number;
                /**
                 * @description Start of the exposure. Default: now
                 * @example 2026-08-22T18:00:00Z
                 */
                from?: string;
                /**
                 * @description Length of the exposure, seconds. Default: 60
                 * @example 60
                 */
                exposure_s?: number;
                /**
                 * @description Seconds between the positions of a track. Default: a tenth of the exposure
                 * @example 6
                 */
                step_s?: number;
                /**
                 * @description Whether positions include atmospheric refraction. Default: false
                 * @example true
                 */
                refraction?: boolean;
                /**
                 * @description Minimum elevation, degrees. Default: 0
                 * @example 0
                 */
                min_elevation_deg?: number;
                /**
                 * @description Only members of this group
                 * @example stations
                 */
                group?: string;
                /**
                 * @description Only objects at least this bright; those of unknown brightness are left out, and counted
                 * @example 8
                 */
                max_magnitude?: number;
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
                /**
                 * @description Compute from the archive: of each object, the element set nearest to the exposure of those known at this time, instead of the newest
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "csv" | "votable";
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FieldImage"];
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldOfView"];
                    };
                    "text/csv": string;
                    "application/x-votable+xml": string;
                };
            };
        };
    };
    identifyStreak: {
        parameters: {
            query: {
                /**
                 * @description Latitude of the location, degrees (WGS84), north positive
                 * @example 52.5
                 */
                lat: number;
                /**
                 * @description Longitude of the location, degrees (WGS84), east positive
                 * @example 13.4
                 */
                lon: number;
                /**
                 * @description Height of the location above the ellipsoid, meters. Default: 0
                 * @example 40
                 */
                alt_m?: number;
                /**
                 * @description Time of the middle of the streak, if `t1` and `t2` are not known
                 * @example 2026-08-22T18:00:00Z
                 */
                at?: string;
                /**
                 * @description Time at the first end
                 * @example 2026-08-22T18:00:00Z
                 */
                t1?: string;
                /**
                 * @description Time at the second end
                 * @example 2026-08-22T18:00:02Z
                 */
                t2?: string;
                /**
                 * @description Right ascension of the first end, degrees (ICRS)
                 * @example 83
                 */
                ra1?: number;
                /**
                 * @description Declination of the first end, degrees (ICRS)
                 * @example -6
                 */
                dec1?: number;
                /**
                 * @description Right ascension of the second end, degrees (ICRS)
                 * @example 85
                 */
                ra2?: number;
                /**
                 * @description Declination of the second end, degrees (ICRS)
                 * @example -5
                 */
                dec2?: number;
                /**
                 * @description Azimuth of the first end, degrees from north through east, instead of right ascension
                 * @example 200
                 */
                az1?: number;
                /**
                 * @description Elevation of the first end, degrees
                 * @example 45
                 */
                el1?: number;
                /**
                 * @description Azimuth of the second end, degrees from north through east, instead of right ascension
                 * @example 203
                 */
                az2?: number;
                /**
                 * @description Elevation of the second end, degrees
                 * @example 46
                 */
                el2?: number;
                /**
                 * @description Error of the times, seconds: one standard deviation. Default: 0.5; with `at`, 10
                 * @example 1
                 */
                time_error_s?: number;
                /**
                 * @description Error of the ends, arc seconds: one standard deviation. Default: 10; with azimuths, 1,800
                 * @example 10
                 */
                place_error_arcsec?: number;
                /**
                 * @description Whether azimuths and elevations include atmospheric refraction. Default: false
                 * @example true
                 */
                refraction?: boolean;
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
                /**
                 * @description The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["IdentifiedStreak"];
                    };
                };
            };
        };
    };
    explainSighting: {
        parameters: {
            query: {
                /**
                 * @description Latitude of the location, degrees (WGS84), north positive
                 * @example 52.5
                 */
                lat: number;
                /**
                 * @description Longitude of the location, degrees (WGS84), east positive
                 * @example 13.4
                 */
                lon: number;
                /**
                 * @description Height of the location above the ellipsoid, meters. Default: 0
                 * @example 40
                 */
                alt_m?: number;
                /**
                 * @description When it was seen
                 * @example 2026-08-22T18:00:00Z
                 */
                at: string;
                /**
                 * @description How far off that time may be, minutes. Default: 5
                 * @example 5
                 */
                time_error_min?: number;
                /**
                 * @description Direction of the compass in which it was seen
                 * @example SW
                 */
                direction?: "N" | "NE" | "E" | "SE" | "S" | "SW" | "W" | "NW";
                /**
                 * @description How high it was
                 * @example high
                 */
                height?: "low" | "middle" | "high" | "overhead";
                /**
                 * @description Azimuth in degrees from north through east, instead of `direction`
                 * @example 225
                 */
                azimuth_deg?: number;
                /**
                 * @description Elevation in degrees, instead of `height`
                 * @example 45
                 */
                elevation_deg?: number;
                /**
                 * @description How bright it was: `brilliant` as Venus, `bright` as Sirius, `medium` as a bright star, `faint` as a star that is barely noticed
                 * @example bright
                 */
                brightness?: "brilliant" | "bright" | "medium" | "faint";
                /**
                 * @description Whether its light was steady
                 * @example steady
                 */
                light?: "steady" | "flashing";
                /**
                 * @description How fast it moved: across the sky in more than ten minutes (`slow`), in two to ten (`moderate`), in less (`fast`), or not at all (`still`)
                 * @example moderate
                 */
                speed?: "still" | "slow" | "moderate" | "fast";
                /**
                 * @description Direction of the compass that it moved toward
                 * @example E
                 */
                heading?: "N" | "NE" | "E" | "SE" | "S" | "SW" | "W" | "NW";
                /**
                 * @description Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years
                 * @example true
                 */
                allow_old?: boolean;
                /**
                 * @description The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["ExplainedSighting"];
                    };
                };
            };
        };
    };
    listSatelliteTransmitters: {
        parameters: {
            query?: {
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "trsp";
            };
            path: {
                /**
                 * @description NORAD catalog number
                 * @example 25544
                 */
                norad_cat_id: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["Transmitter"][];
                        meta: components["schemas"]["TransmitterListMeta"];
                    };
                    "text/plain": string;
                };
            };
        };
    };
    listTransmitters: {
        parameters: {
            query?: {
                /**
                 * @description Only those with a downlink or uplink at this frequency, in MHz or with a unit (everything that rounds to it, and at least the range of the Doppler shift), or in a range of two frequencies separated by a dash
                 * @example 145.8
                 */
                frequency?: string;
                /**
                 * @description The same in Hz: only those with a downlink or uplink at this frequency, or within the Doppler shift of it
                 * @example 145800000
                 */
                frequency_hz?: number;
                /**
                 * @description Only those with a downlink or uplink at this frequency or above, Hz
                 * @example 145800000
                 */
                min_hz?: number;
                /**
                 * @description Only those with a downlink or uplink at this frequency or below, Hz
                 * @example 146000000
                 */
                max_hz?: number;
                /**
                 * @description Only those with a downlink or uplink in this band (IEEE 521: UHF is 300 to 1,000 MHz)
                 * @example VHF
                 */
                band?: "HF" | "VHF" | "UHF" | "L" | "S" | "C" | "X" | "Ku" | "K" | "Ka" | "V" | "W";
                /**
                 * @description Only these modes of the downlink or uplink, as SatNOGS DB writes them
                 * @example [
                 *       "FM"
                 *     ]
                 */
                mode?: string[];
                /**
                 * @description Only these radio services
                 * @example [
                 *       "Amateur"
                 *     ]
                 */
                service?: ("Aeronautical" | "Amateur" | "Broadcasting" | "Earth Exploration" | "Fixed" | "Inter-satellite" | "Maritime" | "Meteorological" | "Mobile" | "Radiolocation" | "Radionavigational" | "Space Operation" | "Space Research" | "Standard Frequency and Time Signal")[];
                /**
                 * @description Only objects with these words in `purpose` or `detailed_purpose`; `weather` is Meteorology
                 * @example Meteorology
                 */
                purpose?: string;
                /**
                 * @description Only transmitters of these types
                 * @example [
                 *       "TRANSPONDER"
                 *     ]
                 */
                type?: ("TRANSMITTER" | "TRANSCEIVER" | "TRANSPONDER")[];
                /**
                 * @description Only those that SatNOGS DB lists as in use (`true`), or as no longer in use (`false`)
                 * @example true
                 */
                alive?: boolean;
                /**
                 * @description Only those that SatNOGS DB lists as in use and whose object is in orbit by the catalog (`true`), or the others (`false`). With `true`, frequencies and modes are those of the downlink
                 * @example true
                 */
                audible?: boolean;
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["Transmitter"][];
                        meta: components["schemas"]["TransmitterListMeta"];
                    };
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /**
                 * @description Search text
                 * @example hubble
                 */
                q: string;
                /**
                 * @description Only objects of these orbit classes
                 * @example [
                 *       "LEO"
                 *     ]
                 */
                orbit_class?: ("LEO" | "MEO" | "GEO" | "HEO" | "DEEP_SPACE" | "UNKNOWN")[];
                /**
                 * @description Only objects of these operational statuses
                 * @example [
                 *       "OPERATIONAL"
                 *     ]
                 */
                status?: ("OPERATIONAL" | "PARTIALLY_OPERATIONAL" | "STANDBY" | "SPARE" | "EXTENDED_MISSION" | "NONOPERATIONAL" | "DECAYED" | "UNKNOWN")[];
                /**
                 * @description Only objects of these states (ISO 3166-1 alpha-2) or organizations; SATCAT owner codes are accepted as aliases
                 * @example [
                 *       "US"
                 *     ]
                 */
                country?: string[];
                /**
                 * @description The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
                /**
                 * @description The format; takes precedence over `Accept`. `json` is a page of records; every other is the element sets of the whole list
                 * @example json
                 */
                format?: "json" | "tle" | "3le" | "5-digit.tle" | "2le" | "csv" | "omm" | "xml" | "kvn";
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["SatelliteSummary"][];
                        meta: components["schemas"]["SearchMeta"];
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "text/plain": string;
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: {
                /**
                 * @description Only operators with these words in their name, or the beginning of one
                 * @example planet
                 */
                q?: string;
                /**
                 * @description Only operators of these states (ISO 3166-1 alpha-2) or organizations
                 * @example [
                 *       "US"
                 *     ]
                 */
                country?: string[];
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["Operator"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getOperator: {
        parameters: {
            query?: {
                /**
                 * @description Only active objects, or only inactive ones
                 * @example true
                 */
                active?: boolean;
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
            path: {
                /**
                 * @description The operator’s slug
                 * @example nasa
                 */
                slug: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["OperatorWithSatellites"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getLaunch: {
        parameters: {
            query?: {
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
            path: {
                /**
                 * @description Year and number of the launch; `1998-67` is `1998-067`
                 * @example 1998-067
                 */
                launch_id: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["LaunchWithSatellites"];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    listSources: {
        parameters: {
            query?: {
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["Source"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: {
                /**
                 * @description The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Stats"];
                    };
                };
            };
        };
    };
    listReentries: {
        parameters: {
            query?: {
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["SatelliteSummary"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    listArchive: {
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Oldest first */
                        data: components["schemas"]["ArchiveMonth"][];
                        /** @description Coverage of the archive */
                        meta: {
                            /** @description Null: the list is complete */
                            next: null;
                            /** @description Null: the list is complete */
                            prev: null;
                            /** @description Number of catalog snapshots in the archive */
                            snapshots: number;
                            /** @description Time of the first (UTC) */
                            first_snapshot: string | null;
                            /** @description Time of the last (UTC) */
                            last_snapshot: string | null;
                            /** @description The first release; for earlier times, only element sets are available */
                            first_release: string | null;
                            /** @description Rows that are not in a monthly file yet */
                            pending: number;
                            /** @description The files of those rows, oldest first. They repeat a set that has ended, and are deleted when months are written */
                            recent: {
                                /** @description Path of the file, Apache Parquet */
                                url: string;
                                /** @description Number of rows */
                                element_sets: number;
                                /** @description Size of the file */
                                bytes: number;
                                /** @description SHA-256 of the file */
                                sha256: string;
                            }[];
                            /** @description Permanent monthly datasets of all objects, oldest first */
                            datasets: {
                                /** @description The month */
                                month: string;
                                /** @description The first release of the month, which the dataset contains */
                                release: string;
                                /**
                                 * Format: date-time
                                 * @description Time when that release was rolled back (UTC); null if it was not
                                 */
                                rolled_back_at: string | null;
                                /** @description Path of its files, their hashes and how to cite it */
                                url: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getMonthlyDataset: {
        parameters: {
            path: {
                /**
                 * @description Month (UTC)
                 * @example 2026-08
                 */
                month: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["MonthlyDataset"];
                    };
                };
            };
        };
    };
    listElements: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Elements"];
                        /** @description About the arrays */
                        meta: {
                            /** @description Length of each array */
                            count: number;
                            /** @description Time of the release (UTC) */
                            generated_at: string;
                            /** @description Unit of each array that has one */
                            units: {
                                [key: string]: string;
                            };
                            /** @description Active objects without elements */
                            omitted: {
                                /** @description How many there are */
                                count: number;
                                /** @description Their catalog numbers */
                                norad_cat_id: number[];
                            };
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    getElementSet: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "tle" | "5-digit.tle" | "2le" | "csv" | "omm.json" | "xml" | "kvn";
                /**
                 * @description The catalog as it was at this time: an instant, or the end of a day (UTC). Headers report the release used and how complete it is
                 * @example 2026-08-22T12:00:00Z
                 */
                as_of?: string;
            };
            path: {
                /**
                 * @description Name of the set
                 * @example all
                 */
                set: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Elements"];
                        /** @description About the arrays */
                        meta: {
                            /** @description Length of each array */
                            count: number;
                            /** @description Time of the release (UTC) */
                            generated_at: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } | components["schemas"]["CelestrakOmm"][] | Record<string, never>;
                    "text/plain": string;
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.apache.parquet": string;
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "atom";
                /**
                 * @description Only events of these types
                 * @example [
                 *       "reentry"
                 *     ]
                 */
                type?: ("new_object" | "reentry" | "orbit_change" | "field_changed" | "removed" | "returned")[];
                /**
                 * @description Only events detected at this time or later: `detected_at`
                 * @example 2026-08-22T00:00:00Z
                 */
                since?: string;
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Newest first */
                        data: components["schemas"]["Event"][];
                        /** @description About the list */
                        meta: {
                            /** @description Path of the newer events; null at the newest */
                            next: string | null;
                            /** @description Path of the older events; null at the oldest */
                            prev: string | null;
                            coverage?: components["schemas"]["Coverage"] & unknown;
                        } & {
                            [key: string]: unknown;
                        };
                    } | {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["Event"][];
                        meta: components["schemas"]["CoveredPageMeta"];
                    };
                    "application/atom+xml": string;
                };
            };
        };
    };
    listEventsOfMonth: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
            path: {
                /**
                 * @description The month
                 * @example 2026-08
                 */
                month: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Newest first */
                        data: components["schemas"]["Event"][];
                        /** @description About the list */
                        meta: {
                            /** @description Path of the newer events; null at the newest */
                            next: string | null;
                            /** @description Path of the older events; null at the oldest */
                            prev: string | null;
                            coverage?: components["schemas"]["Coverage"] & unknown;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
                /**
                 * @description The release that you have: `X-Catalog-Release` of its responses
                 * @example 20260821T230000Z-6d29a10d
                 */
                since?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Newest first; each entry refers to the one before it */
                        data: {
                            /** @description The release before */
                            from: string;
                            /** @description The release that has the changes */
                            to: string;
                            /**
                             * Format: date-time
                             * @description When it was made (UTC)
                             */
                            at: string;
                            /** @description How many there are of each */
                            counts: {
                                /** @description Objects that the release before did not have */
                                added: number;
                                /** @description Objects that only the release before had */
                                removed: number;
                                /** @description Changed fields of objects that both have */
                                changed: number;
                                /** @description Claims that the release before did not have */
                                claims_added: number;
                                /** @description Claims that only the release before had */
                                claims_withdrawn: number;
                                /** @description Element sets that are new or other */
                                elements_changed: number;
                                /** @description Objects that no longer have elements */
                                elements_gone: number;
                            };
                            /** @description Its change set and its delta of elements */
                            files: {
                                /**
                                 * @description Values and claims, or elements
                                 * @enum {string}
                                 */
                                what: "changes" | "elements";
                                /** @description Path of the file */
                                url: string;
                                /** @description Its uncompressed size */
                                bytes: number;
                                /** @description SHA-256 of those bytes */
                                sha256: string;
                                /** @description Its size in the smallest encoding */
                                compressed_bytes: number;
                            }[];
                        }[];
                        /** @description About the list */
                        meta: {
                            /** @description The newest release */
                            release: string;
                            /** @description The oldest release from which changes lead to it */
                            oldest: string;
                            /** @description Paths of the newest delta of elements of each group */
                            groups?: string[];
                        } & {
                            [key: string]: unknown;
                        };
                    } | {
                        /** @description The changes */
                        data: {
                            /** @description New objects, by catalog number */
                            added: {
                                /** @description Catalog number */
                                norad_cat_id: number;
                                /** @description COSPAR designator */
                                cospar_id: string | null;
                                /** @description Its name */
                                name: string;
                                /** @description Every field that has a value or evidence, but for those that follow from its elements */
                                values: {
                                    /** @description Field of the record */
                                    field: string;
                                    /** @description Its value; null if there are claims about the field, but none with a value */
                                    value?: unknown;
                                    /**
                                     * @description How sure it is; null without evidence
                                     * @enum {string|null}
                                     */
                                    confidence: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                    /** @description Sources with data for the field */
                                    sources: ("celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived")[];
                                }[];
                            }[];
                            /** @description Removed objects */
                            removed: {
                                /** @description Catalog number */
                                norad_cat_id: number;
                                /** @description COSPAR designator */
                                cospar_id: string | null;
                                /** @description Its name */
                                name: string;
                            }[];
                            /** @description Changed values, by object and field */
                            changed: {
                                /** @description Catalog number */
                                norad_cat_id: number;
                                /** @description Field of the record */
                                field: string;
                                /** @description Its value in the release before; null if it had none, or if it followed from the elements */
                                before?: unknown;
                                /** @description Its value; null if it no longer has one, or if it follows from the elements */
                                after?: unknown;
                                /**
                                 * @description The confidence of the value before
                                 * @enum {string|null}
                                 */
                                confidence_before: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                /**
                                 * @description Its confidence
                                 * @enum {string|null}
                                 */
                                confidence_after: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                /** @description Sources with data for the field in the previous release */
                                sources_before: ("celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived")[];
                                /** @description Sources with data for the field */
                                sources: ("celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived")[];
                            }[];
                            /** @description Claims that only one of the releases has */
                            claims: {
                                /** @description New claims */
                                added: {
                                    /** @description Catalog number */
                                    norad_cat_id: number;
                                    /** @description Field that the claim is about */
                                    field: string;
                                    /** @description Who claims it */
                                    source: string;
                                    /** @description The upstream row */
                                    source_record: string | null;
                                    /** @description The claimed value */
                                    value?: unknown;
                                    /**
                                     * @description Its confidence
                                     * @enum {string|null}
                                     */
                                    confidence: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                    /** @description Whether this claim gives the value of the record */
                                    selected: boolean;
                                }[];
                                /** @description Withdrawn claims */
                                withdrawn: {
                                    /** @description Catalog number */
                                    norad_cat_id: number;
                                    /** @description Field that the claim is about */
                                    field: string;
                                    /** @description Who claims it */
                                    source: string;
                                    /** @description The upstream row */
                                    source_record: string | null;
                                    /** @description The claimed value */
                                    value?: unknown;
                                    /**
                                     * @description Its confidence
                                     * @enum {string|null}
                                     */
                                    confidence: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                    /** @description Whether this claim gives the value of the record */
                                    selected: boolean;
                                }[];
                            };
                        };
                        /** @description The merged releases */
                        meta: {
                            /** @description The requested release */
                            from: string;
                            /** @description The newest release */
                            to: string;
                            /** @description When it was made (UTC) */
                            at: string;
                            /** @description How many objects, values, and claims differ */
                            counts: {
                                /** @description Objects that the release before did not have */
                                added: number;
                                /** @description Objects that only the release before had */
                                removed: number;
                                /** @description Changed fields of objects that both have */
                                changed: number;
                                /** @description Claims that the release before did not have */
                                claims_added: number;
                                /** @description Claims that only the release before had */
                                claims_withdrawn: number;
                            };
                            /** @description False if there are more claims than listed */
                            claims_complete: boolean;
                            /** @description The releases whose changes are merged, oldest first */
                            releases: string[];
                            /** @description Paths of their deltas of elements, to apply in this order */
                            elements: string[];
                        };
                    };
                };
            };
        };
    };
    getChanges: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
            path: {
                /**
                 * @description The release
                 * @example 20260822T140000Z-9c698a0f
                 */
                release: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description The changes */
                        data: {
                            /** @description New objects, by catalog number */
                            added: {
                                /** @description Catalog number */
                                norad_cat_id: number;
                                /** @description COSPAR designator */
                                cospar_id: string | null;
                                /** @description Its name */
                                name: string;
                                /** @description Every field that has a value or evidence, but for those that follow from its elements */
                                values: {
                                    /** @description Field of the record */
                                    field: string;
                                    /** @description Its value; null if there are claims about the field, but none with a value */
                                    value?: unknown;
                                    /**
                                     * @description How sure it is; null without evidence
                                     * @enum {string|null}
                                     */
                                    confidence: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                    /** @description Sources with data for the field */
                                    sources: ("celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived")[];
                                }[];
                            }[];
                            /** @description Removed objects */
                            removed: {
                                /** @description Catalog number */
                                norad_cat_id: number;
                                /** @description COSPAR designator */
                                cospar_id: string | null;
                                /** @description Its name */
                                name: string;
                            }[];
                            /** @description Changed values, by object and field */
                            changed: {
                                /** @description Catalog number */
                                norad_cat_id: number;
                                /** @description Field of the record */
                                field: string;
                                /** @description Its value in the release before; null if it had none, or if it followed from the elements */
                                before?: unknown;
                                /** @description Its value; null if it no longer has one, or if it follows from the elements */
                                after?: unknown;
                                /**
                                 * @description The confidence of the value before
                                 * @enum {string|null}
                                 */
                                confidence_before: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                /**
                                 * @description Its confidence
                                 * @enum {string|null}
                                 */
                                confidence_after: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                /** @description Sources with data for the field in the previous release */
                                sources_before: ("celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived")[];
                                /** @description Sources with data for the field */
                                sources: ("celestrak" | "gcat" | "spacetrack" | "satnogs" | "wikidata" | "derived")[];
                            }[];
                            /** @description Claims that only one of the releases has */
                            claims: {
                                /** @description New claims */
                                added: {
                                    /** @description Catalog number */
                                    norad_cat_id: number;
                                    /** @description Field that the claim is about */
                                    field: string;
                                    /** @description Who claims it */
                                    source: string;
                                    /** @description The upstream row */
                                    source_record: string | null;
                                    /** @description The claimed value */
                                    value?: unknown;
                                    /**
                                     * @description Its confidence
                                     * @enum {string|null}
                                     */
                                    confidence: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                    /** @description Whether this claim gives the value of the record */
                                    selected: boolean;
                                }[];
                                /** @description Withdrawn claims */
                                withdrawn: {
                                    /** @description Catalog number */
                                    norad_cat_id: number;
                                    /** @description Field that the claim is about */
                                    field: string;
                                    /** @description Who claims it */
                                    source: string;
                                    /** @description The upstream row */
                                    source_record: string | null;
                                    /** @description The claimed value */
                                    value?: unknown;
                                    /**
                                     * @description Its confidence
                                     * @enum {string|null}
                                     */
                                    confidence: "CONFIRMED" | "HIGH" | "MEDIUM" | "LOW" | "CONFLICTING" | null;
                                    /** @description Whether this claim gives the value of the record */
                                    selected: boolean;
                                }[];
                            };
                        };
                        /** @description About the change set */
                        meta: {
                            /** @description The release before */
                            from: string;
                            /** @description The release that has the changes */
                            to: string;
                            /**
                             * Format: date-time
                             * @description When it was made (UTC)
                             */
                            at: string;
                            /** @description How many there are of each */
                            counts: {
                                /** @description Objects that the release before did not have */
                                added: number;
                                /** @description Objects that only the release before had */
                                removed: number;
                                /** @description Changed fields of objects that both have */
                                changed: number;
                                /** @description Claims that the release before did not have */
                                claims_added: number;
                                /** @description Claims that only the release before had */
                                claims_withdrawn: number;
                                /** @description Element sets that are new or other */
                                elements_changed: number;
                                /** @description Objects that no longer have elements */
                                elements_gone: number;
                            };
                            /** @description False if there are more claims than listed */
                            claims_complete: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    getElementChanges: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
            path: {
                /**
                 * @description The release
                 * @example 20260822T140000Z-9c698a0f
                 */
                release: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Elements"];
                        /** @description Objects that no longer have elements */
                        gone: number[];
                        /** @description About the arrays */
                        meta: {
                            /** @description The release before */
                            from: string;
                            /** @description The release that has these elements */
                            to: string;
                            /** @description When it was made (UTC) */
                            at: string;
                            /** @description Length of each array */
                            count: number;
                            /** @description Number of objects in `gone` */
                            gone: number;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    getGroupElementChanges: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
            path: {
                /**
                 * @description The set of a group
                 * @example stations
                 */
                set: string;
                /**
                 * @description A release, or `newest`
                 * @example newest
                 */
                release: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Elements"];
                        /** @description Objects that no longer have elements */
                        gone: number[];
                        /** @description About the arrays */
                        meta: {
                            /** @description The release before */
                            from: string;
                            /** @description The release that has these elements */
                            to: string;
                            /** @description When it was made (UTC) */
                            at: string;
                            /** @description Length of each array */
                            count: number;
                            /** @description Number of objects in `gone` */
                            gone: number;
                            /** @description The set */
                            set: string;
                            /** @description Number of element sets of the group in that release */
                            objects: number;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    listLaunches: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
                /**
                 * @description Only launches of this year, by their designators
                 * @example 1998
                 */
                year?: string;
                /**
                 * @description Only launches on this day or later
                 * @example 2026-01-01
                 */
                launched_after?: string;
                /**
                 * @description Only launches before this day
                 * @example 2026-08-01
                 */
                launched_before?: string;
                /**
                 * @description Only launches of providers with these words in their names
                 * @example SpaceX
                 */
                provider?: string;
                /**
                 * @description Only launches of vehicles with these words in their names
                 * @example Falcon 9
                 */
                launch_vehicle?: string;
                /**
                 * @description Only launches from sites with these words in their names
                 * @example Baikonur
                 */
                launch_site?: string;
                /**
                 * @description Only launches with one of these outcomes
                 * @example [
                 *       "FAILURE"
                 *     ]
                 */
                outcome?: ("SUCCESS" | "PARTIAL" | "FAILURE")[];
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description The release to use, as in `next` and `prev`, so that pages stay consistent when a new release is published. Releases of the last days are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                release?: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Newest first */
                        data: components["schemas"]["Launch"][];
                        /** @description About the list */
                        meta: {
                            /** @description Null: the list is complete */
                            next: string | null;
                            /** @description Null: the list is complete */
                            prev: string | null;
                        } & {
                            [key: string]: unknown;
                        };
                    } | {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["Launch"][];
                        meta: components["schemas"]["LaunchListMeta"];
                    };
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description In the order of CelesTrak’s index */
                        data: (components["schemas"]["Group"] & {
                            /** @description Its element files */
                            files: ({
                                /** @description Its format, as in the ending of its path */
                                format: string;
                                /** @description Path of the file */
                                url: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        })[];
                        /** @description About the list */
                        meta: {
                            /** @description Null: the list is complete */
                            next: string | null;
                            /** @description Null: the list is complete */
                            prev: string | null;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    listUpcomingReentries: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description By median */
                        data: components["schemas"]["UpcomingReentry"][];
                        /** @description About the list */
                        meta: {
                            /** @description Null: the list is complete */
                            next: string | null;
                            /** @description Null: the list is complete */
                            prev: string | null;
                            /** @description Time of the release (UTC) */
                            generated_at: string;
                            /** @description The release */
                            release: string;
                            /** @description How many there are */
                            total: number;
                            /** @description Objects in orbits low enough for a prediction that have recent elements; absent in older releases */
                            examined?: number;
                            /** @description Such objects without elements of the last seven days: that they are not listed says nothing */
                            not_examined?: number;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    listReentryScores: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Newest first */
                        data: components["schemas"]["ReentryScore"][];
                        /** @description About the list */
                        meta: {
                            /** @description Null: the list is complete */
                            next: string | null;
                            /** @description Null: the list is complete */
                            prev: string | null;
                            /** @description Time of the release (UTC) */
                            generated_at: string;
                            /** @description The release */
                            release: string;
                            /** @description How many there are */
                            total: number;
                            /** @description By lead */
                            coverage: components["schemas"]["ReentryCoverage"][];
                            /** @description Objects whose window is over, with neither a decay date nor newer elements */
                            pending: number;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    getAccuracy: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Kinds of orbit, the lowest first */
                        data: components["schemas"]["RegimeAccuracy"][];
                        /** @description Objects whose own errors are known; absent in older releases */
                        objects?: {
                            /** @description Catalog numbers */
                            norad_cat_id: number[];
                            /** @description Whether the element sets of the last weeks show maneuvers: 1 yes, 0 no, -1 not examined */
                            thrust: number[];
                            /** @description The ages, days */
                            ages: number[];
                            /** @description How the errors of the object compare with those of its kind: the factor is 2 to the power of this number times 0.25. For each age, a list by object */
                            factor: number[][];
                            /** @description Number of its own pairs, one a day, from which the factor follows; 0 if it has none. For each age, a list by object */
                            comparisons: number[][];
                        };
                        /** @description About the measurement */
                        meta: {
                            /** @description Null: the list is complete */
                            next: null;
                            /** @description Null: the list is complete */
                            prev: null;
                            /**
                             * Format: date-time
                             * @description Time of the release (UTC)
                             */
                            generated_at: string;
                            /** @description The release */
                            release: string;
                            /**
                             * Format: date-time
                             * @description Oldest epoch of a newer set (UTC); null if nothing was measured
                             */
                            first_epoch: string | null;
                            /**
                             * Format: date-time
                             * @description Newest epoch of a newer set (UTC)
                             */
                            last_epoch: string | null;
                            /** @description Total number of pairs */
                            pairs: number;
                            /** @description DuckDB SQL that selects the pairs */
                            sql: string;
                        };
                    };
                };
            };
        };
    };
    getPopulation: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "csv";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Each value and object class, most objects first */
                        data: components["schemas"]["PopulationSeries"][];
                        /** @description About the numbers */
                        meta: {
                            /** @description Null: the list is complete */
                            next: null;
                            /** @description Null: the list is complete */
                            prev: null;
                            /**
                             * Format: date-time
                             * @description Time of the release (UTC)
                             */
                            generated_at: string;
                            /** @description The release */
                            release: string;
                            /** @description How many series there are */
                            total: number;
                            /** @description The last year. It is incomplete: it ends with the release */
                            last_year: number;
                            /** @description Objects that are counted in the series of each kind, in orbit or decayed */
                            counted: number;
                            /**
                             * Format: date
                             * @description Newest date on which debris separated: later debris is not counted, because no source dates it
                             */
                            newest_separation: string | null;
                            /** @description Objects that are not counted, by class */
                            left_out: {
                                /**
                                 * @description Class of the objects
                                 * @enum {string}
                                 */
                                object_class: "PAYLOAD" | "ROCKET_BODY" | "DEBRIS" | "UNKNOWN";
                                /** @description Not in orbit about the Earth */
                                beyond_earth_orbit: number;
                                /** @description No launch year; for debris, and for objects of which only the launch of the station in their designator is known, no date of separation */
                                no_start_date: number;
                                /** @description Decayed on an unknown date */
                                no_decay_date: number;
                                /** @description Decayed before they were launched or had separated, by dates that are vague or wrong */
                                dates_contradict: number;
                            }[];
                        };
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listDatasets: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description One entry for each slice */
                        data: ({
                            /** @description Its name, as in its path */
                            slice: string;
                            /** @description Its contents */
                            title: string;
                            /** @description Objects in it */
                            rows: number;
                            /** @description License of the file as a whole */
                            license: string;
                            /** @description The slice in each of its formats */
                            files: ({
                                /** @description json, csv, or parquet; for transmitters also trsp.tar */
                                format: string;
                                /** @description Its media type */
                                media_type: string;
                                /** @description Path of the file */
                                url: string;
                                /** @description Its uncompressed size */
                                bytes: number;
                                /** @description SHA-256 of those bytes */
                                sha256: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description About the list */
                        meta: {
                            /** @description Null: the list is complete */
                            next: string | null;
                            /** @description Null: the list is complete */
                            prev: string | null;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    getDataset: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "csv" | "parquet";
            };
            path: {
                /**
                 * @description The slice
                 * @example active
                 */
                slice: "all" | "active" | "payloads" | "rocket-bodies" | "debris" | "decayed" | "leo" | "meo" | "geo" | "heo" | "conflicts" | "claims" | "provenance" | "transmitters" | "all-cc-by" | "satellites" | "conflicting-claims" | "launches" | "events" | "operators" | "groups" | "memberships" | "reentry-predictions";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description One row for each object, by catalog number */
                        data: components["schemas"]["DatasetRow"][];
                        /** @description About the file */
                        meta: {
                            /** @description The slice */
                            slice: string;
                            /** @description Objects in it */
                            rows: number;
                            /** @description Time of the release (UTC) */
                            generated_at: string;
                            /** @description License of the file as a whole */
                            license: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                };
            };
        };
    };
    getDataPackage: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json";
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Name of the package */
                        name: string;
                        /** @description One for each slice */
                        resources: ({
                            /** @description The slice */
                            name: string;
                            /** @description Path of its CSV */
                            path: string;
                            /** @description Its columns, as a Frictionless table schema */
                            schema: {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        })[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    listConjunctions: {
        parameters: {
            query?: {
                /**
                 * @description Response format; takes precedence over `Accept`
                 * @example json
                 */
                format?: "json" | "csv" | "parquet";
                /**
                 * @description Only approaches of any of these objects
                 * @example [
                 *       25544
                 *     ]
                 */
                norad_cat_id?: number[];
                /**
                 * @description Only approaches of members of any of these groups
                 * @example [
                 *       "stations"
                 *     ]
                 */
                group?: string[];
                /**
                 * @description Only approaches of objects of any of these operators
                 * @example [
                 *       "nasa"
                 *     ]
                 */
                operator?: string[];
                /**
                 * @description Only approaches of these kinds. Default: same_operator,encounter
                 * @example [
                 *       "same_operator",
                 *       "encounter"
                 *     ]
                 */
                kind?: ("docked" | "formation" | "same_operator" | "encounter")[];
                /**
                 * @description Only approaches this close or closer, km
                 * @example 1
                 */
                max_range_km?: number;
                /**
                 * @description Only approaches at least this probable: `probability`, or `max_probability` if that is null
                 * @example 0.0001
                 */
                min_probability?: number;
                /**
                 * @description Only approaches at this time or later (UTC)
                 * @example 2026-08-23T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Only approaches at this time or earlier (UTC); a date means its end
                 * @example 2026-08-24
                 */
                to?: string;
                /**
                 * @description The order: by time (the default), closest, most probable, or fastest first
                 * @example range_km
                 */
                sort?: "tca" | "range_km" | "-max_probability" | "-probability" | "-relative_speed_km_s";
                /**
                 * @description The run to use, as in `next` and `prev`, so that pages stay consistent when a new run ends. The last three are kept
                 * @example 20260822T140000Z-9c698a0f
                 */
                run?: string;
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description Close approaches, by time */
                        data: components["schemas"]["Conjunction"][];
                        /** @description The page and the run that it is from */
                        meta: {
                            /** @description URL of the next page; null in the file, which is complete */
                            next: string | null;
                            /** @description URL of the previous page; null in the file */
                            prev: string | null;
                            /** @description How many there are */
                            total: number;
                            run: components["schemas"]["ConjunctionRun"];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                };
            };
        };
    };
    runSql: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["SqlQuery"];
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": components["schemas"]["SqlResult"];
                    "text/csv": string;
                    "application/vnd.apache.arrow.stream": string;
                    "application/vnd.apache.parquet": string;
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["Webhook"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createWebhook: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreation"];
            };
        };
        responses: {
            /** @description The requested data. */
            201: {
                content: {
                    "application/json": {
                        data: components["schemas"]["NewWebhook"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            path: {
                /**
                 * @description The webhook
                 * @example wh_4Tq0mVcXk2aZ8bNd
                 */
                webhook_id: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"] & unknown;
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            path: {
                /**
                 * @description The webhook
                 * @example wh_4Tq0mVcXk2aZ8bNd
                 */
                webhook_id: string;
            };
        };
        responses: {
            /** @description It was deleted. */
            204: {
            };
        };
    };
    updateWebhook: {
        parameters: {
            path: {
                /**
                 * @description The webhook
                 * @example wh_4Tq0mVcXk2aZ8bNd
                 */
                webhook_id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"] & unknown;
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            path: {
                /**
                 * @description The webhook
                 * @example wh_4Tq0mVcXk2aZ8bNd
                 */
                webhook_id: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Number of entries to return
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Number of entries to skip
                 * @example 0
                 */
                offset?: number;
            };
            path: {
                /**
                 * @description The webhook
                 * @example wh_4Tq0mVcXk2aZ8bNd
                 */
                webhook_id: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        /** @description A page of the results, in order */
                        data: components["schemas"]["WebhookDelivery"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            path: {
                /**
                 * @description The webhook
                 * @example wh_4Tq0mVcXk2aZ8bNd
                 */
                webhook_id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["NewWebhook"] & unknown;
                    };
                };
            };
        };
    };
    getFeed: {
        parameters: {
            path: {
                /**
                 * @description The token of the feed
                 * @example ow_feed0000000000000000000000000000000000000000
                 */
                token: string;
                /**
                 * @description The form of the answer
                 * @example json
                 */
                format: string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                content: {
                    "application/json": components["schemas"]["Feed"];
                    "text/calendar": string;
                    "text/csv": string;
                    "application/atom+xml": string;
                };
            };
        };
    };
}
