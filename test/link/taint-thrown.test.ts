/** What is thrown, or what a promise is rejected with, and who is told of it: across functions, promises and classes of errors. */
import { describe } from 'vitest'
import { each } from './taint-cases'

const CHECK = `function check(id) { if (!/^\\d+$/.test(id)) throw new Error('bad id ' + id); return id }
async function load(id) { check(id); return 1 }
---`

describe('to the catch around', () => {
  each([
    ['of the call', `${CHECK}\ntry { check(req.query.x) } catch (e) { exec(e.message) } // flows: command`],
    ['of a promise that is awaited', `${CHECK}\ntry { await load(req.query.x) } catch (e) { exec(e.message) } // flows: command`],
    [
      'two calls up',
      `${CHECK.replace('---', 'const outer = (id) => check(id) + 1\n---')}\ntry { outer(req.query.x) } catch (e) { exec(String(e)) } // flows: command`,
    ],
    [
      'outside of one that has a `finally` alone',
      `${CHECK}\ntry { try { check(req.query.x) } finally { done() } } catch (e) { exec(e.message) } // flows: command`,
    ],
    ['from a function that a list runs', `${CHECK}\ntry { [req.query.x].map((one) => check(one)) } catch (e) { exec(e.message) } // flows: command`],
    ['from a library that repeats it', `try { new RegExp(req.query.x) } catch (e) { exec(e.message) } // flows: command`],
    ['of another call', `${CHECK}\ntry { check(req.query.x) } catch (e) { log() }\ntry { check('12') } catch (e) { exec(e.message) } // safe`],
    [
      'of one that says something else',
      `${CHECK}\ntry { try { check(req.query.x) } catch { throw new Error('no') } } catch (e) { exec(e.message) } // safe`,
    ],
    [
      'of a value that was refined',
      `function check(id) { if (id.length > 3) throw new Error('long'); return id }\n---\ntry { check(req.query.x) } catch (e) { exec(e.message) } // safe`,
    ],
  ])
})

describe('to who waits for a promise', () => {
  each([
    ['by catch', `${CHECK}\nload(req.query.x).catch((e) => exec(e.message)) // flows: command`],
    ['by the second of then', `${CHECK}\nload(req.query.x).then((x) => x, (e) => exec(e.message)) // flows: command`],
    ['behind then and finally', `${CHECK}\nload(req.query.x).then((x) => x).finally(done).catch((e) => exec(e.message)) // flows: command`],
    [
      'by a function with a name',
      `${CHECK.replace('---', 'const tell = (e) => exec(e.message) // flows: command\n---')}\nload(req.query.x).catch(tell)`,
    ],
    [
      'that was rejected by hand',
      `const later = (x) => new Promise((yes, no) => (x.length > 3 ? yes(1) : no(new Error('short ' + x))))\n---\nlater(req.query.x).catch((e) => exec(e.message)) // flows: command`,
    ],
    ['that is made rejected', `Promise.reject(req.query.x).catch((x) => exec(x)) // flows: command`],
    ['of another promise', `${CHECK}\nload(req.query.x).catch(done)\nload('12').catch((e) => exec(e.message)) // safe`],
    [
      'behind one that says something else',
      `${CHECK}\nload(req.query.x).catch(() => { throw new Error('no') }).catch((e) => exec(e.message)) // safe`,
    ],
    ['by the first of then', `${CHECK}\nload(req.query.x).then((x) => exec(x)) // safe`],
  ])
})

describe('in a class of errors', () => {
  each([
    [
      'that hands its message up',
      `class Bad extends Error { constructor(text) { super('bad ' + text); this.status = 400 } }\n---\ntry { throw new Bad(req.query.x) } catch (e) { exec(e.message) } // flows: command`,
    ],
    ['without a constructor', `class Bad extends Error {}\n---\nexec(new Bad(req.query.x).message) // flows: command`],
    [
      'two classes up',
      `class Own extends Error { constructor(text) { super(text) } }\nclass Bad extends Own {}\n---\nexec(new Bad(req.query.x).message) // flows: command`,
    ],
    [
      'that keeps it itself',
      `class Bad extends Error { constructor(text) { super('bad'); this.detail = text } }\n---\nexec(new Bad(req.query.x).detail) // flows: command`,
    ],
    [
      'that drops it',
      `class Bad extends Error { constructor(text) { super('bad'); this.length = text.length } }\n---\nexec(new Bad(req.query.x).message) // safe`,
    ],
    ['made with something else', `class Bad extends Error {}\n---\nnew Bad(req.query.x); exec(new Bad('here').message) // safe`],
  ])
})
