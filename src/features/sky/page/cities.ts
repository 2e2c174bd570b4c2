/** Large cities of every region and capitals: name, latitude, longitude (degrees, to a hundredth), one a line. */
const table = `
Abidjan 5.35 -4.03
Abu Dhabi 24.45 54.38
Accra 5.56 -0.20
Addis Ababa 9.02 38.75
Adelaide -34.93 138.60
Algiers 36.75 3.04
Amman 31.95 35.93
Amsterdam 52.37 4.90
Anchorage 61.22 -149.90
Ankara 39.92 32.85
Antananarivo -18.91 47.54
Athens 37.98 23.73
Atlanta 33.75 -84.39
Auckland -36.85 174.76
Baghdad 33.34 44.40
Baku 40.38 49.89
Bengaluru 12.97 77.59
Bangkok 13.75 100.50
Barcelona 41.39 2.16
Beijing 39.91 116.40
Beirut 33.89 35.50
Belgrade 44.80 20.47
Berlin 52.52 13.41
Bern 46.95 7.45
Birmingham 52.48 -1.90
Bogotá 4.61 -74.08
Boston 42.36 -71.06
Brasília -15.78 -47.93
Bratislava 48.15 17.11
Brisbane -27.47 153.03
Brussels 50.85 4.35
Bucharest 44.43 26.11
Budapest 47.50 19.04
Buenos Aires -34.61 -58.38
Cairo 30.06 31.25
Calgary 51.05 -114.09
Cape Town -33.93 18.42
Caracas 10.49 -66.88
Casablanca 33.59 -7.62
Chengdu 30.67 104.07
Chennai 13.09 80.28
Chicago 41.85 -87.65
Christchurch -43.53 172.63
Colombo 6.93 79.85
Copenhagen 55.68 12.57
Dakar 14.69 -17.44
Dallas 32.78 -96.81
Dar es Salaam -6.82 39.27
Darwin -12.46 130.84
Delhi 28.65 77.23
Denver 39.74 -104.98
Dhaka 23.71 90.41
Doha 25.29 51.53
Dubai 25.20 55.27
Dublin 53.33 -6.25
Edinburgh 55.95 -3.20
Fairbanks 64.84 -147.72
Frankfurt 50.12 8.68
Geneva 46.20 6.15
Glasgow 55.87 -4.26
Guangzhou 23.12 113.25
Guatemala City 14.64 -90.51
Hamburg 53.55 9.99
Hanoi 21.02 105.84
Harare -17.83 31.05
Havana 23.13 -82.38
Helsinki 60.17 24.94
Ho Chi Minh City 10.82 106.63
Hobart -42.88 147.33
Hong Kong 22.28 114.17
Honolulu 21.31 -157.86
Houston 29.76 -95.36
Hyderabad 17.38 78.46
Islamabad 33.72 73.04
Istanbul 41.01 28.95
Jakarta -6.21 106.85
Jerusalem 31.77 35.22
Johannesburg -26.20 28.04
Kabul 34.53 69.17
Kampala 0.32 32.58
Karachi 24.86 67.01
Kathmandu 27.70 85.32
Kinshasa -4.33 15.31
Kolkata 22.56 88.36
Kuala Lumpur 3.14 101.69
Kuwait City 29.37 47.98
Kyiv 50.45 30.52
La Paz -16.50 -68.15
Lagos 6.45 3.39
Las Vegas 36.17 -115.14
Lima -12.04 -77.03
Lisbon 38.72 -9.13
Ljubljana 46.05 14.51
London 51.51 -0.13
Los Angeles 34.05 -118.24
Luanda -8.84 13.23
Lusaka -15.41 28.29
Luxembourg 49.61 6.13
Lyon 45.75 4.85
Madrid 40.42 -3.70
Manchester 53.48 -2.24
Manila 14.60 120.98
Maputo -25.97 32.58
Marseille 43.30 5.38
Melbourne -37.81 144.96
Mexico City 19.43 -99.13
Miami 25.77 -80.19
Milan 45.46 9.19
Minneapolis 44.98 -93.26
Minsk 53.90 27.57
Monterrey 25.68 -100.32
Montevideo -34.90 -56.19
Montreal 45.51 -73.59
Moscow 55.75 37.62
Mumbai 19.07 72.88
Munich 48.14 11.58
Nairobi -1.28 36.82
New York 40.71 -74.01
Nuuk 64.18 -51.72
Osaka 34.69 135.50
Oslo 59.91 10.75
Ottawa 45.41 -75.70
Panama City 8.99 -79.52
Paris 48.85 2.35
Perth -31.95 115.86
Philadelphia 39.95 -75.16
Phoenix 33.45 -112.07
Prague 50.09 14.42
Quito -0.23 -78.52
Reykjavík 64.14 -21.90
Riga 56.95 24.11
Rio de Janeiro -22.91 -43.18
Riyadh 24.69 46.72
Rome 41.89 12.51
Saint Petersburg 59.94 30.31
San Diego 32.72 -117.16
San Francisco 37.77 -122.42
Santiago -33.46 -70.65
Santo Domingo 18.47 -69.89
São Paulo -23.55 -46.64
Seattle 47.61 -122.33
Seoul 37.57 126.98
Shanghai 31.22 121.46
Singapore 1.29 103.85
Sofia 42.70 23.32
Stockholm 59.33 18.07
Suva -18.14 178.44
Sydney -33.87 151.21
Taipei 25.05 121.53
Tallinn 59.44 24.75
Tashkent 41.26 69.22
Tbilisi 41.69 44.83
Tehran 35.69 51.42
Tel Aviv 32.08 34.78
Tokyo 35.69 139.69
Toronto 43.70 -79.42
Tromsø 69.65 18.96
Tunis 36.82 10.17
Ulaanbaatar 47.91 106.88
Vancouver 49.25 -123.12
Vienna 48.21 16.37
Vilnius 54.69 25.28
Warsaw 52.23 21.01
Washington 38.90 -77.04
Wellington -41.29 174.78
Wrocław 51.10 17.03
Yangon 16.81 96.16
Yerevan 40.18 44.51
Zagreb 45.81 15.98
Zürich 47.37 8.55`;

export interface City {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
}

export const cities: readonly City[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [, name, lat, lon] = /^(.+) (\S+) (\S+)$/.exec(line)!;
    return { name: name!, lat: Number(lat), lon: Number(lon) };
  });
