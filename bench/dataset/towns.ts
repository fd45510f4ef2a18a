// Towns of the Punjab by their real places; the larger the weight, the more circles.

export interface Town {
  name: string;
  latitude: number;
  longitude: number;
  weight: number;
}

const listed: readonly [string, number, number, number][] = [
  ['Lahore', 31.5204, 74.3587, 22],
  ['Faisalabad', 31.4504, 73.135, 10],
  ['Rawalpindi', 33.5651, 73.0169, 8],
  ['Gujranwala', 32.1877, 74.1945, 7],
  ['Multan', 30.1575, 71.5249, 6],
  ['Sialkot', 32.4945, 74.5229, 3],
  ['Bahawalpur', 29.3956, 71.6836, 3],
  ['Sargodha', 32.0836, 72.6711, 3],
  ['Sheikhupura', 31.7131, 73.9783, 2.5],
  ['Rahim Yar Khan', 28.4202, 70.2952, 2],
  ['Jhang', 31.2781, 72.3317, 2],
  ['Dera Ghazi Khan', 30.0489, 70.6455, 2],
  ['Gujrat', 32.5731, 74.0789, 2],
  ['Sahiwal', 30.6682, 73.1114, 2],
  ['Kasur', 31.1179, 74.446, 2],
  ['Okara', 30.8081, 73.4458, 2],
  ['Chiniot', 31.72, 72.9789, 1.3],
  ['Kamoke', 31.9752, 74.2231, 1.2],
  ['Hafizabad', 32.0709, 73.688, 1.1],
  ['Sadiqabad', 28.3062, 70.1307, 1.1],
  ['Burewala', 30.1667, 72.65, 1],
  ['Khanewal', 30.3017, 71.9321, 1],
  ['Muzaffargarh', 30.0726, 71.1938, 1],
  ['Mandi Bahauddin', 32.5861, 73.4917, 1],
  ['Jhelum', 32.9425, 73.7257, 1],
  ['Khanpur', 28.6453, 70.6567, 0.9],
  ['Pakpattan', 30.3436, 73.3866, 0.9],
  ['Gojra', 31.15, 72.6833, 0.8],
  ['Chakwal', 32.9328, 72.863, 0.8],
  ['Attock', 33.766, 72.3609, 0.8],
  ['Narowal', 32.102, 74.873, 0.7],
  ['Vehari', 30.0452, 72.3489, 0.7],
  ['Lodhran', 29.5339, 71.6324, 0.6],
  ['Layyah', 30.9693, 70.9428, 0.6],
  ['Bhakkar', 31.6082, 71.0654, 0.6],
  ['Mianwali', 32.5839, 71.537, 0.6],
];

export const towns: readonly Town[] = listed.map(([name, latitude, longitude, weight]) => ({
  name,
  latitude,
  longitude,
  weight,
}));
