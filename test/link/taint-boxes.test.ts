/** Objects that hold what they were made with: what is in one is not in the others. */
import { each } from './taint-cases'

const RESULT = `class Result {
  constructor(private isSuccess, private error?, private value?) { Object.freeze(this) }
  isFailed() { return !this.isSuccess }
  getValue() { if (!this.isSuccess) throw new Error('no'); return this.value }
  getError() { return this.error }
  static ok(value?) { return new Result(true, undefined, value) }
  static fail(error) { return new Result(false, error) }
}`

each([
  [
    'what one result holds is not in another',
    `${RESULT}
    ---
    exec('ls ' + Result.ok(req.query.x).getValue()) // flows
    exec('ls ' + Result.ok('a').getValue()) // safe
    exec('ls ' + Result.fail(req.query.x).getValue()) // safe
    exec('ls ' + Result.fail(req.query.x).getError()) // flows`,
  ],
  [
    'a result that goes through functions',
    `${RESULT}
    const found = (name) => (name ? Result.ok({ name }) : Result.fail('none'))
    ---
    const one = await found(req.query.x)
    const other = await found('a')
    exec('ls ' + one.getValue().name) // flows
    exec('ls ' + other.getValue().name) // safe`,
  ],
  [
    'values of a family of classes, read by getters',
    `class Value { props; constructor(props) { this.props = Object.freeze(props) } }
    class Name extends Value {
      constructor(props) { super(props) }
      get text() { return this.props.text }
      static of(text) { return new Name({ text }) }
    }
    class Mail extends Value { get host() { return this.props.host } }
    ---
    exec('ls ' + Name.of(req.query.x).text) // flows
    exec('ls ' + Name.of('a').text) // safe
    exec('ls ' + new Mail({ host: req.query.x }).host) // flows
    exec('ls ' + new Mail({ host: 'a' }).host) // safe
    exec('ls ' + new Mail({ host: 'a', name: req.query.x }).host) // safe`,
  ],
  [
    'an object that is filled later is every object of its class',
    `class Job { constructor(private name) {} rename(name) { this.name = name } run() { exec('ls ' + this.name) } } // flows
    ---
    const one = new Job('a'); one.rename(req.query.x)
    new Job('b').run()`,
  ],
  [
    'methods of a value, and what its constructor starts',
    `class Task { constructor(private name) { this.start() } start() { exec('ls ' + this.name) } } // flows
    class Plan { constructor(private name) {} start() { exec('ls ' + this.name) } } // flows
    class Note { constructor(private name) {} start() { exec('ls ' + this.name) } } // safe
    ---
    new Task(req.query.x); new Task('a')
    new Plan(req.query.x).start(); new Plan('a').start()
    new Note('a').start(); new Note(req.query.x)`,
  ],
])
