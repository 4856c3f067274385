extension Sweep {
  /// Stops the sweep at a vertex of the input.
  mutating func stop(at vertex: Int32) {
    let point = table.points[Int(vertex)]
    let ends = Int(endStarts[Int(vertex)])..<Int(endStarts[Int(vertex) + 1])
    let below: Int32
    if ends.isEmpty {
      (below, closing) = locate(point)
    } else {
      below = collect(around: node[Int(ending[ends.lowerBound])], through: point)
    }
    opening.removeAll(keepingCapacity: true)
    close(at: vertex)
    let starts = Int(table.starts[Int(vertex)])..<Int(table.starts[Int(vertex) + 1])
    for segment in starts { opening.append(Int32(segment)) }
    open(at: vertex, above: below)
  }

  /// Stops the sweep at a point that is a vertex of no ring.
  mutating func stop(at crossing: CrossingQueue.Crossing) {
    let vertex = Int32(table.points.count + result.crossings.count - 1)
    let below = collect(around: node[Int(crossing.segment)], through: crossing.point)
    opening.removeAll(keepingCapacity: true)
    close(at: vertex)
    noteSelfCrossings(at: vertex)
    open(at: vertex, above: below)
  }

  /// Ends the edges of `closing` at a vertex, and collects in `opening` those that continue behind
  /// it.
  mutating func close(at vertex: Int32) {
    for current in closing {
      let edge = status[current]
      let below = status[edge.previous]
      if below.label != edge.label {
        result.edges.append(
          Arrangement.Edge(
            from: edge.from, to: vertex, segment: edge.segment, left: edge.region,
            right: below.region))
      }
      var segment = edge.segment
      while segment >= 0 {
        let next = overlapping[Int(segment)]
        overlapping[Int(segment)] = -1
        if table.second[Int(segment)] != vertex { opening.append(segment) }
        segment = next
      }
    }
  }

  /// Begins the edges that lead on from a vertex: those of `opening`, north of `below`.
  mutating func open(at vertex: Int32, above below: Int32) {
    let north = closing.last.map { status[$0].region } ?? status[below].region
    if opening.count > 1 {
      var sorted: [Int32] = []
      swap(&sorted, &opening)
      sorted.sort { isSouth($0, of: $1) }
      swap(&sorted, &opening)
    }
    var position = below
    var reused = 0
    var index = 0
    while index < opening.count {
      let segment = opening[index]
      var change = table.change[Int(segment)]
      var last = segment
      index += 1
      while index < opening.count, direction(segment).cross(direction(opening[index])) == 0 {
        overlapping[Int(last)] = opening[index]
        last = opening[index]
        change = result.labels.sum(change, table.change[Int(last)])
        index += 1
      }
      let previous = position
      if reused < closing.count {
        position = closing[reused]
        reused += 1
        status[position].segment = segment
      } else {
        position = status.insert(segment: segment, after: previous)
      }
      let label = result.labels.sum(status[previous].label, change)
      let isLast = index == opening.count
      let region =
        isLast
        ? north : change == LabelTable.nothing ? status[previous].region : regions.add(label: label)
      if isLast, change == LabelTable.nothing { regions.join(status[previous].region, north) }
      status[position].from = vertex
      status[position].label = label
      status[position].region = region
      var member = segment
      while member >= 0 {
        node[Int(member)] = position
        member = overlapping[Int(member)]
      }
    }
    for unused in closing[reused...] { status.remove(unused) }
    if opening.isEmpty {
      regions.join(status[below].region, north)
      lookAhead(below, status[below].next)
    } else {
      lookAhead(below, status[below].next)
      lookAhead(position, status[position].next)
    }
  }

  /// Two neighbours of the status: their crossing ahead, if there is one inside both.
  mutating func lookAhead(_ south: Int32, _ north: Int32) {
    guard south != 0, north != 0 else { return }
    let (a, b) = ends(status[south].segment)
    let (c, d) = ends(status[north].segment)
    guard (b - a).cross(d - c) < 0, orientation(c, d, b) > 0, orientation(a, b, d) < 0 else {
      return
    }
    crossings.insert(
      CrossingQueue.Crossing(
        point: ExactPoint(crossingOf: a, b, with: c, d), segment: status[south].segment,
        other: status[north].segment))
  }
}
