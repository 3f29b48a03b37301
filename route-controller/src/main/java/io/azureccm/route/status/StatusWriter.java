package io.azureccm.route.status;

import io.azureccm.common.kube.patch.ParallelWrites;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.spec.NodeFacts;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the state of their routes to nodes as conditions. A node that changed since the result was determined is skipped; the next turn
 * handles its new state.
 */
public record StatusWriter(NodeIndex index, ConditionWriter writer) {
    private static final Logger log = LoggerFactory.getLogger(StatusWriter.class);
    private static final ParallelWrites SIDE_BY_SIDE = new ParallelWrites("condition", 24);

    /** The conditions that were written, by UID, and the UIDs of nodes whose write failed. Skipped nodes are neither. */
    public record Result(Map<String, ConditionWrite> written, Set<String> failed) {}

    /** Writes conditions concurrently to nodes that have not changed. */
    public Result write(Map<NodeFacts, ConditionWrite> conditions) {
        Map<String, Callable<Boolean>> writes = new LinkedHashMap<>();
        conditions.forEach((facts, value) -> writes.put(facts.uid(), () -> {
            Optional<NodeIndex.Entry> unchanged = index.entry(facts.name())
                    .filter(entry -> entry.facts().equals(facts));
            unchanged.ifPresent(entry -> writer.write(entry.node(), value));
            return unchanged.isPresent();
        }));
        Map<String, ConditionWrite> written = new HashMap<>();
        Map<String, Throwable> problems = new LinkedHashMap<>();
        Map<String, Future<Boolean>> ended = SIDE_BY_SIDE.run(writes);
        conditions.forEach((facts, value) -> {
            Future<Boolean> write = ended.get(facts.uid());
            if (write.state() != Future.State.SUCCESS)
                problems.put(facts.uid(), write.exceptionNow());
            else if (write.resultNow())
                written.put(facts.uid(), value);
        });
        if (!problems.isEmpty())
            log.warn("writing the conditions of {} nodes failed, for the first one: {}", problems.size(),
                    problems.values().iterator().next().toString());
        return new Result(written, problems.keySet());
    }
}
