/** Drawings of every kind, made of one label. */
import type {
  Diagram,
  DiagramNode,
  EntityDiagram,
  GraphDiagram,
  QuadrantDiagram,
  SequenceDiagram,
  SequenceStep,
  TimelineDiagram,
} from '../../plugin/types'

const shapes: DiagramNode['shape'][] = [undefined, 'box', 'round', 'database', 'queue', 'actor', 'hexagon']

export function graph(label: string): GraphDiagram {
  return {
    kind: 'graph',
    title: label,
    direction: 'LR',
    groups: [
      { id: 'g', label },
      { id: 'h', label },
      { id: 'empty', label },
    ],
    nodes: shapes.map((shape, index) => ({ id: `${label}${index}`, label, shape, ...(index < 5 ? { group: index < 3 ? 'g' : 'h' } : {}) })),
    edges: [
      { from: `${label}0`, to: `${label}1`, label },
      { from: `${label}1`, to: `${label}0` },
      { from: `${label}1`, to: `${label}2`, dashed: true, label },
      { from: `${label}2`, to: `${label}3`, label: '' },
      { from: `${label}3`, to: `${label}3`, label },
      { from: `${label}6`, to: `${label}0`, label },
      { from: `${label}2`, to: 'nowhere' },
    ],
  }
}

export function timeline(label: string): TimelineDiagram {
  const task = { label, start: '2026-03-14', end: '2026-04-13' }
  return {
    kind: 'timeline',
    title: label,
    sections: [
      { label, tasks: [task, { ...task, end: '2026-03-14' }] },
      { label, tasks: [task] },
    ],
  }
}

export function sequence(label: string, participants = 3): SequenceDiagram {
  const roles = ['actor', 'participant', 'database', undefined] as const
  const say = (from: number, to: number, more: object = {}): SequenceStep => ({ kind: 'message', from: `p${from}`, to: `p${to}`, label, ...more })
  return {
    kind: 'sequence',
    title: label,
    participants: Array.from({ length: participants }, (_, index) => {
      const shape = roles[index % roles.length]
      return { id: `p${index}`, label, ...(shape ? { shape } : {}) }
    }),
    steps: [
      say(0, 1),
      say(1, 1),
      say(participants - 1, participants - 1),
      say(0, 2, { async: true }),
      { kind: 'message', from: 'p0', to: 'nowhere', label },
      {
        kind: 'alternatives',
        branches: [
          { label, steps: [say(1, 0, { reply: true }), { kind: 'loop', label, steps: [say(2, 1), { kind: 'optional', label, steps: [] }] }] },
          { label: '', steps: [] },
          { label, steps: [{ kind: 'note', over: ['p0', 'p2'], text: label }] },
        ],
      },
      { kind: 'note', over: ['p1'], text: label },
      { kind: 'note', over: ['nowhere'], text: label },
    ],
  }
}

export function quadrant(label: string): QuadrantDiagram {
  return {
    kind: 'quadrant',
    title: label,
    x: { low: label, high: label },
    y: { low: label, high: label },
    quadrants: [label, label, label, label],
    points: [
      { label, x: 0, y: 1 },
      { label, x: 0.5, y: 0.5 },
      { label, x: 0.5, y: 0.5 },
      { label, x: 7, y: -1 },
    ],
  }
}

export function entities(label: string): EntityDiagram {
  const evidence = { file: 'models.ts', line: 1, text: '' }
  const field = { name: label, type: label }
  return {
    kind: 'entities',
    title: label,
    entities: [
      { id: 'a', name: label, fields: [{ ...field, key: 'primary' }, { ...field, key: 'foreign' }, { ...field, key: 'unique' }, field], more: 3 },
      { id: 'b', name: label, fields: [], more: 0 },
      { id: 'c', name: label, fields: [field], more: 1 },
    ],
    relations: [
      { from: 'a', to: 'b', fromMany: false, toMany: true, label, evidence },
      { from: 'b', to: 'c', fromMany: true, toMany: true, evidence },
      { from: 'c', to: 'c', fromMany: false, toMany: false, label: '', evidence },
      { from: 'a', to: 'nowhere', fromMany: false, toMany: true, label, evidence },
    ],
  }
}

export function everyKind(label: string): Diagram[] {
  return [graph(label), timeline(label), sequence(label), sequence(label, 9), quadrant(label), entities(label)]
}

/** What a person would draw: for the golden files. */
export const shopDrawings: Diagram[] = [
  {
    kind: 'graph',
    title: 'Network boundaries',
    direction: 'TD',
    groups: [
      { id: 'outside', label: 'External' },
      { id: 'inside', label: 'Application' },
      { id: 'data', label: 'Data' },
    ],
    nodes: [
      { id: 'callers', label: 'Callers', shape: 'actor', group: 'outside' },
      { id: 'bank', label: 'Payments (https://bank.example)', shape: 'hexagon', group: 'outside' },
      { id: 'orders', label: '/api/orders', group: 'inside' },
      { id: 'other', label: 'Other code', shape: 'round', group: 'inside' },
      { id: 'mail', label: 'mail queue', shape: 'queue', group: 'data' },
      { id: 'database', label: 'PostgreSQL', shape: 'database', group: 'data' },
    ],
    edges: [
      { from: 'callers', to: 'orders', label: '3 signed in, 1 open' },
      { from: 'orders', to: 'database', label: 'pg' },
      { from: 'orders', to: 'mail', dashed: true },
      { from: 'other', to: 'bank', label: 'fetch' },
    ],
  },
  {
    kind: 'sequence',
    title: 'POST /login',
    participants: [
      { id: 'client', label: 'Client', shape: 'actor' },
      { id: 'application', label: 'Application', shape: 'participant' },
      { id: 'store', label: 'Store of users', shape: 'database' },
    ],
    steps: [
      { kind: 'message', from: 'client', to: 'application', label: 'POST /login with email, password' },
      { kind: 'message', from: 'application', to: 'store', label: 'looks up the user' },
      { kind: 'message', from: 'application', to: 'application', label: 'compares the password: bcrypt' },
      {
        kind: 'alternatives',
        branches: [
          { label: 'valid credentials', steps: [{ kind: 'message', from: 'application', to: 'client', label: 'answers: token', reply: true }] },
          { label: 'invalid credentials', steps: [{ kind: 'message', from: 'application', to: 'client', label: 'refuses with 401', reply: true }] },
        ],
      },
      { kind: 'note', over: ['application'], text: 'the event is not logged' },
    ],
  },
  {
    kind: 'timeline',
    title: 'Remediation roadmap',
    sections: [
      { label: 'Critical', tasks: [{ label: 'SEC-001 Outside data becomes part of an SQL statement', start: '2026-03-14', end: '2026-03-21' }] },
      { label: 'High', tasks: [{ label: 'SEC-002 A hash without salt', start: '2026-03-14', end: '2026-04-13' }] },
    ],
  },
  {
    kind: 'quadrant',
    title: 'Effort and gain',
    x: { low: 'Little effort', high: 'Much effort' },
    y: { low: 'Little gain', high: 'Much gain' },
    quadrants: ['Plan', 'Do first', 'When there is time', 'Leave'],
    points: [
      { label: 'Bound parameters', x: 0.2, y: 0.9 },
      { label: 'Rate limits', x: 0.2, y: 0.9 },
      { label: 'Own cryptography', x: 0.9, y: 0.1 },
    ],
  },
  {
    kind: 'entities',
    title: 'Entities',
    entities: [
      {
        id: 'User',
        name: 'User',
        fields: [
          { name: 'id', type: 'INTEGER', key: 'primary' },
          { name: 'email', type: 'STRING(255)', key: 'unique' },
        ],
        more: 4,
      },
      {
        id: 'Order',
        name: 'Order',
        fields: [
          { name: 'id', type: 'INTEGER', key: 'primary' },
          { name: 'userId', type: 'INTEGER', key: 'foreign' },
        ],
        more: 0,
      },
      { id: 'Product', name: 'Product', fields: [{ name: 'price', type: 'DECIMAL(10, 2)' }], more: 0 },
    ],
    relations: [
      { from: 'User', to: 'Order', fromMany: false, toMany: true, label: 'userId', evidence: { file: 'models/order.ts', line: 12, text: '' } },
      { from: 'Order', to: 'Product', fromMany: true, toMany: true, evidence: { file: 'models/order.ts', line: 13, text: '' } },
    ],
  },
]
