package io.azureccm.node.probe;

import io.azureccm.common.serve.port.ConnectionLimits;
import java.time.Duration;

/**
 * Limits per client.
 *
 * @param header time for the PROXY header, and for the head of each request from its first byte
 * @param idle time between two requests of a connection
 * @param answer time in which the target has to start its response, and to continue it
 * @param exchange time for a request with its body and its entire response
 * @param stop how long a stop waits for open requests
 * @param connections how many connections there are at a time; one more closes one that waits, or the one whose current
 *     step takes longest
 */
record ProbeLimits(Duration header, Duration idle, Duration answer, Duration exchange, Duration stop,
        ConnectionLimits connections) {
    static final ProbeLimits DEFAULT = new ProbeLimits(Duration.ofSeconds(10), Duration.ofSeconds(60),
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(3),
            new ConnectionLimits(256, 64, Duration.ofSeconds(1)));
}
