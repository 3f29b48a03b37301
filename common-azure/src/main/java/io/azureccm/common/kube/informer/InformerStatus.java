package io.azureccm.common.kube.informer;

import java.time.Duration;
import java.util.Optional;

/**
 * How an informer is doing: whether its first list was delivered, whether a watch is open, objects held, time since the server
 * last said anything, lists and watches made so far, and what is wrong now, in one line.
 */
public record InformerStatus(String resource, boolean synced, boolean watching, int objects, Duration sinceActivity,
        long lists,
        long watches, Optional<String> problem) {}
