import { World } from '#tests/offline/sim/world.ts';
import { runSchedule } from '#tests/offline/sim/schedule.ts';
const keep = process.argv[3]!.split(',').map(Number);
let w: World;
const note = World.prototype.forget;
World.prototype.forget = function () {
  note.call(this);
  w = this;
};
import { Scheduler } from '#tests/offline/sim/scheduler.ts';
const n = Scheduler.prototype.note;
let last = '';
Scheduler.prototype.note = function (a, b) {
  const s =
    w &&
    JSON.stringify({
      s: w.pub.session.slice(-3),
      g: w.pub.guestId.slice(-3),
      gs: [...w.pub.guests].map(([a, b]) => a.slice(-3) + '=' + b),
      p: w.pub.purging.map((p) => p.owner.slice(-3)),
      c: w.server.whoIs(w.cookie)?.slice(-3),
      lo: w.pub.logout?.uid,
    });
  if (s !== last) {
    last = s;
    console.log('      ', s);
  }
  console.log(a, b);
  n.call(this, a, b);
};
const r = await runSchedule(Number(process.argv[2]), { keep });
console.log(r.broken?.slice(0, 100));
