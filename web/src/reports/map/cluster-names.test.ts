import { describe, expect, test } from 'vitest';
import { circlesOfClusters, namedView } from './cluster-names.ts';

const cluster = (key: string, n: number, lng: number, lat: number) => ({
  kind: 'cluster' as const,
  key,
  n,
  value: 'Residential',
  share: 60,
  lng,
  lat,
});
const circle = (name: string, reports: number, lng: number, lat: number) => ({
  circle: name,
  reports,
  lng,
  lat,
});

describe('a group of reports', () => {
  test('has the names of the circles in it, the largest first', () => {
    const names = circlesOfClusters(
      [cluster('town', 900, 74.19, 32.17), cluster('north', 248, 74.17, 32.25)],
      [
        circle('Model Town', 570, 74.18, 32.164),
        circle('Civil Lines', 330, 74.2, 32.16),
        circle('Rahwali Cantt', 248, 74.17, 32.25),
      ],
    );
    expect(names.get('town')).toEqual({ circles: ['Model Town', 'Civil Lines'], isWhole: true });
    expect(names.get('north')?.circles).toEqual(['Rahwali Cantt']);
  });

  test('does not take circles beyond the view', () => {
    const names = circlesOfClusters(
      [cluster('north', 248, 74.17, 32.25)],
      [circle('Model Town', 570, 74.18, 32.164), circle('Rahwali Cantt', 248, 74.17, 32.25)],
    );
    expect(names.get('north')?.circles).toEqual(['Rahwali Cantt']);
  });

  test('that is a part of a circle has its name', () => {
    const names = circlesOfClusters(
      [cluster('west', 300, 74.17, 32.16), cluster('east', 270, 74.19, 32.16)],
      [circle('Model Town', 570, 74.181, 32.16)],
    );
    expect([...names.values()].map(({ circles }) => circles)).toEqual([
      ['Model Town'],
      ['Model Town'],
    ]);
  });

  test('that is a part of a circle takes no small circle beyond the view', () => {
    const names = circlesOfClusters(
      [cluster('south', 77, 74.2, 32.15)],
      [circle('Peoples Colony', 300, 74.21, 32.15), circle('Eminabad', 70, 74.26, 32.04)],
    );
    expect(names.get('south')?.circles).toEqual(['Peoples Colony']);
  });

  test('has no name where no circles are known', () => {
    expect(circlesOfClusters([cluster('a', 2, 0, 0)], []).get('a')?.circles).toEqual([]);
  });
});

describe('names on the map', () => {
  const texts = (...given: Parameters<typeof namedView>) =>
    namedView(...given).places.map(({ text }) => text.replaceAll(/[\u2068\u2069]/g, ''));

  test('have the count of their group, which may be of several circles', () => {
    const circles = [
      circle('Model Town', 570, 74.18, 32.164),
      circle('Civil Lines', 330, 74.2, 32.16),
      circle('Rahwali Cantt', 248, 74.17, 32.25),
    ];
    const clusters = [cluster('town', 900, 74.19, 32.17), cluster('north', 248, 74.17, 32.25)];
    expect(texts(clusters, circles)).toEqual([
      'Model Town and 1 other circle, 900',
      'Rahwali Cantt, 248',
    ]);
  });

  test('claim no more than is known: a group may be of circles beyond those that are told', () => {
    const circles = [
      circle('Model Town', 570, 74.18, 32.164),
      circle('Civil Lines', 100, 74.2, 32.16),
    ];
    const town = cluster('town', 900, 74.19, 32.17);
    expect(texts([town], circles.slice(0, 1))).toEqual(['Model Town and others, 900']);
    expect(texts([town], circles)).toEqual(['Model Town and others, 900']);
    expect(namedView([town], circles).groups).toEqual(new Map([['town', 'Model Town and others']]));
    expect(texts([town], [])).toEqual([]);
  });

  test('stand at a circle of single points too', () => {
    const circles = [circle('Model Town', 570, 74.18, 32.164), circle('New, Town', 3, 74.9, 32.9)];
    const town = cluster('town', 570, 74.18, 32.164);
    const point = {
      kind: 'point',
      key: '7',
      id: 7,
      pin: '1',
      value: '',
      lng: 74.91,
      lat: 32.9,
    } as const;
    expect(texts([town, point], circles)).toEqual(['Model Town, 570', 'New, Town, 3']);
    expect(texts([point], circles)).toEqual(['Model Town, 570', 'New, Town, 3']);
    // Its reports are in a group that is larger than what is known of its circles, or beyond the view.
    expect(texts([town], circles)).toEqual(['Model Town, 570']);
  });
});
