/* The queue rules of the taxi service, by hand, at the scope of the faults of Tests/Fixtures/refuted
 * that are about queues: zones' queues, availability, offers to the first, refusals, expiry.
 *   -DFAULT=0  as the rules are
 *   -DFAULT=1  who refuses keeps his place            (refuser-keeps-his-place)
 *   -DFAULT=2  anybody in the queue is asked          (offer-not-to-the-first)
 *   -DFAULT=3  who leaves the city stays in the queue (queue-kept-on-leaving)
 *   -DFAULT=4  who has refused is asked again         (offer-ignores-refusals)
 * Time is left out: an offer may expire at any moment. That gives Spin less to look at.
 */
#ifndef TAXIS
#define TAXIS 2
#endif
#ifndef REQUESTS
#define REQUESTS 1
#endif
#ifndef FAULT
#define FAULT 0
#endif

#define NOBODY 255

mtype = { unavailable, available, pending, riding, outside,
          unasked, searching, offered, assigned, arrived, aboard, over, failed };

bool entered;               /* data entry is complete */
bool suspended;
mtype status[TAXIS];
bool inside[TAXIS];         /* one zone */
bool switchedOff[TAXIS];
bool online[TAXIS];
bool registered[TAXIS];
byte queue[TAXIS + 1];      /* from the front; a place more, for who is queued twice */
byte length;
mtype stage[REQUESTS];
byte taxi[REQUESTS];
byte refused[REQUESTS];     /* a bit for each taxi */
bool passedOver, notLast;   /* what a step has broken */

#define bit(t)          (1 << (t))
#define mayBeAsked(t,r) (status[t] == available && (FAULT == 4 || !(refused[r] & bit(t))))

inline append(t) { queue[length] = t; length++ }

inline leave(t) {
  byte i = 0;
  do
  :: i < length && queue[i] != t -> i++
  :: else -> break
  od;
  if
  :: i < length ->
     do
     :: i + 1 < length -> queue[i] = queue[i + 1]; i++
     :: else -> break
     od;
     length--; queue[length] = 0
  :: else
  fi;
  i = 0
}

inline decline(r, t) {
  stage[r] = searching; taxi[r] = NOBODY; refused[r] = refused[r] | bit(t);
  if
  :: !inside[t] -> status[t] = outside
  :: else ->
     status[t] = available;
     if
     :: FAULT != 1 -> leave(t); append(t)
     :: else
     fi;
     if
     :: queue[length - 1] != t -> notLast = true
     :: else
     fi
  fi
}

inline free(t) {
  if
  :: inside[t] -> status[t] = available; append(t)
  :: else -> status[t] = outside
  fi
}

inline crosses(t) {
  if
  :: inside[t] ->
     inside[t] = false;
     if
     :: status[t] == available ->
        status[t] = outside;
        if
        :: FAULT != 3 -> leave(t)
        :: else
        fi
     :: status[t] == pending -> leave(t)
     :: else
     fi
  :: else ->
     inside[t] = true;
     if
     :: status[t] == outside && switchedOff[t] -> status[t] = unavailable; switchedOff[t] = false
     :: status[t] == outside && !switchedOff[t] -> status[t] = available; append(t)
     :: status[t] == pending -> append(t)
     :: else
     fi
  fi
}

/* Any first of those who may be asked; a fault asks anybody. */
inline offer(r, t) {
  byte k = 0;
  do
  :: k < length && queue[k] != t ->
     if
     :: mayBeAsked(queue[k], r) -> passedOver = true
     :: else
     fi;
     k++
  :: else -> break
  od;
  k = 0;
  stage[r] = offered; taxi[r] = t; status[t] = pending
}

#define queued(t) ((length > 0 && queue[0] == (t)) || (length > 1 && TAXIS > 1 && queue[1] == (t)))
#define isFirst(t,r) (mayBeAsked(t,r) && queued(t) && (queue[0] == (t) || !mayBeAsked(queue[0],r)))
#define nobodyMayBeAsked(r) (!(length > 0 && mayBeAsked(queue[0],r)) && !(length > 1 && mayBeAsked(queue[1],r)))

#define fine(t)  (!queued(t) || inside[t])
#define asked(r) (stage[r] != offered || !(refused[r] & bit(taxi[r])))
#if TAXIS > 1
#define holds (!passedOver && !notLast && fine(0) && fine(1) && asked(0))
#else
#define holds (!passedOver && !notLast && fine(0) && asked(0))
#endif

active proctype service() {
  byte t, r;
  d_step {
    t = 0;
    do
    :: t < TAXIS -> status[t] = unavailable; registered[t] = true; t++
    :: else -> break
    od;
    r = 0;
    do
    :: r < REQUESTS -> stage[r] = unasked; taxi[r] = NOBODY; r++
    :: else -> break
    od;
    t = 0; r = 0
  }
  /* The initial choices: who is inside, who can be reached. */
  do
  :: t < TAXIS -> inside[t] = true; t++
  :: t < TAXIS -> inside[t] = false; t++
  :: else -> break
  od;
  t = 0;
  do
  :: t < TAXIS -> online[t] = true; t++
  :: t < TAXIS -> online[t] = false; t++
  :: else -> break
  od;
  t = 0;
end:
  do
  :: !(holds) -> assert(false)
  :: d_step { !entered -> entered = true }
  :: d_step { entered && !suspended -> suspended = true }
  :: d_step { suspended -> suspended = false }
#define for_taxi(T) \
  :: d_step { entered && registered[T] && (status[T] == unavailable || status[T] == available) -> \
       registered[T] = false; \
       if :: status[T] == available -> status[T] = unavailable; leave(T) :: else fi } \
  :: d_step { entered && !registered[T] -> registered[T] = true } \
  :: d_step { entered && suspended && status[T] == available -> status[T] = unavailable; leave(T) } \
  :: d_step { entered && status[T] == unavailable && inside[T] && registered[T] && !suspended -> \
       status[T] = available; append(T) } \
  :: d_step { entered && (status[T] == available || status[T] == outside) && !switchedOff[T] -> \
       if :: status[T] == available -> status[T] = unavailable; leave(T) \
          :: else -> switchedOff[T] = true fi } \
  :: d_step { crosses(T) } \
  :: d_step { online[T] = !online[T] }
  for_taxi(0)
#if TAXIS > 1
  for_taxi(1)
#endif
#define for_request(R) \
  :: d_step { entered && !suspended && stage[R] == unasked -> stage[R] = searching } \
  :: d_step { stage[R] == searching && nobodyMayBeAsked(R) -> stage[R] = failed }
  for_request(0)
#if REQUESTS > 1
  for_request(1)
#endif
#define for_both(R,T) \
  :: d_step { stage[R] == searching && queued(T) && mayBeAsked(T,R) && (FAULT == 2 || isFirst(T,R)) -> offer(R,T) } \
  :: d_step { stage[R] == offered && taxi[R] == T -> stage[R] = assigned; status[T] = riding; leave(T) } \
  :: d_step { stage[R] == offered && taxi[R] == T -> decline(R,T) } \
  :: d_step { stage[R] == assigned && taxi[R] == T -> stage[R] = arrived } \
  :: d_step { stage[R] == arrived && taxi[R] == T -> stage[R] = over; free(T) } \
  :: d_step { stage[R] == arrived && taxi[R] == T -> stage[R] = aboard } \
  :: d_step { stage[R] == aboard && taxi[R] == T -> stage[R] = over; free(T) }
  for_both(0,0)
#if TAXIS > 1
  for_both(0,1)
#endif
#if REQUESTS > 1
  for_both(1,0)
#if TAXIS > 1
  for_both(1,1)
#endif
#endif
  od
}
