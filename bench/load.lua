-- wrk -s load.lua URL PATHS: requests random paths from a file with one per line, and prints results as JSON.
local paths = {}

function init(args)
  math.randomseed(os.time())
  for path in io.lines(args[1]) do paths[#paths + 1] = path end
end

function request()
  return wrk.format("GET", paths[math.random(#paths)])
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\nRESULT {"requests_s":%f,"p95_ms":%f,"failed":%d}\n', summary.requests / summary.duration * 1e6,
    latency:percentile(95) / 1000, e.connect + e.read + e.write + e.status + e.timeout))
end
