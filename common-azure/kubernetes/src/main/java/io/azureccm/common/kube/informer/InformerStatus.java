package io.azureccm.common.kube.informer;

import java.time.Duration;
import java.util.Optional;

/**
 * The state of an informer: whether its first list was delivered, whether a watch is open, number of objects, time since the
 * last message of the server, lists and watches so far, the current problem, and the objects that cannot be read, each in one
 * line.
 */
public record InformerStatus(String resource, boolean synced, boolean watching, int objects, Duration sinceActivity,
        long lists,
        long watches, Optional<String> problem, Optional<String> unreadable) {}
