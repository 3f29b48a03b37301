package io.azureccm.node.probe;

import java.time.Duration;

/**
 * What one client may take of the proxy.
 *
 * @param header      time for the PROXY header, and again for the head of each request from its first byte
 * @param idle        time between two requests of a connection
 * @param answer      time in which the target has to begin its answer, and to send more of it
 * @param exchange    time for a request with its body and all of its answer
 * @param stop        how long a stop waits for open requests
 * @param connections at a time; one more makes the one go that has taken longest
 */
record ProbeLimits(Duration header, Duration idle, Duration answer, Duration exchange, Duration stop,
        int connections) {
    static final ProbeLimits DEFAULT = new ProbeLimits(Duration.ofSeconds(10), Duration.ofSeconds(60),
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(3), 256);
}
