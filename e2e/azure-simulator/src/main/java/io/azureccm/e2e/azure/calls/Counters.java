package io.azureccm.e2e.azure.calls;

import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;

import io.azureccm.e2e.azure.wire.Json;

/**
 * The number of calls to ARM. Polls of operations are neither reads nor writes; tokens and metadata are counted
 * separately.
 *
 * @param byVerbAndType reads and writes by {@code verb type}
 */
public record Counters(int reads, int writes, int polls, int tokens, int metadata, int throttled, int failed,
        Map<String, Integer> byVerbAndType) {

    static Counters of(Iterable<CallRecord> calls) {
        int[] kinds = new int[6];
        int throttled = 0;
        int failed = 0;
        Map<String, Integer> by = new TreeMap<>();
        for (CallRecord call : calls) {
            kinds[call.kind().ordinal()]++;
            throttled += call.status() == 429 ? 1 : 0;
            failed += call.status() >= 400 || call.status() == 0 ? 1 : 0;
            if (call.isRead() || call.isWrite())
                by.merge(call.verb() + " " + call.type(), 1, Integer::sum);
        }
        return new Counters(kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], throttled, failed,
                java.util.Collections.unmodifiableMap(by));
    }

    /** Calls of a verb on a type, such as {@code of("PUT", "loadBalancers")}. */
    public int of(String verb, String type) {
        return byVerbAndType.getOrDefault(verb + " " + type, 0);
    }

    public JsonNode json() {
        return Json.tree(this);
    }
}
