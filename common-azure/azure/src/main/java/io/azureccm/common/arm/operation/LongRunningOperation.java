package io.azureccm.common.arm.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ArmRequest;
import io.azureccm.common.arm.http.ArmResponse;
import io.azureccm.common.arm.http.ArmWire;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Polls a write that ARM has accepted until it completes. Once accepted, failed polls say nothing about the write: polling
 * continues, and ends as UNKNOWN only after the bound or too many consecutive failed polls.
 */
public final class LongRunningOperation {
    private final ArmWire wire;
    private final ArmEndpoint endpoint;
    private final OperationSettings settings;
    private final ArmClock clock;
    private final AtomicInteger followed = new AtomicInteger();

    public LongRunningOperation(ArmWire wire, ArmEndpoint endpoint, OperationSettings settings, ArmClock clock) {
        this.wire = wire;
        this.endpoint = endpoint;
        this.settings = settings;
        this.clock = clock;
    }

    /** The result if the route shows one; throws if the operation failed or its end is unknown. */
    public Optional<JsonNode> await(ArmRequest write, ArmResponse first, PollRoute start) {
        followed.incrementAndGet();
        try {
            return follow(write, first, start);
        } catch (ArmException failed) {
            throw failed.withOutdatedEtag();
        } finally {
            followed.decrementAndGet();
        }
    }

    private Optional<JsonNode> follow(ArmRequest write, ArmResponse first, PollRoute start) {
        long began = clock.nanoTime();
        PollRoute route = start;
        Duration delay = settings.firstDelay();
        Optional<Duration> asked = first.retryAfter();
        int unclear = 0;
        while (true) {
            pause(write, began, settings.wait(asked, settings.among(followed.get(), delay)));
            delay = settings.after(delay);
            Poll poll = poll(write, route);
            asked = poll.asked();
            route = poll.next();
            unclear = poll.state() instanceof PollState.Unclear ? unclear + 1 : 0;
            switch (poll.state()) {
                case PollState.Done(Optional<JsonNode> result) -> {
                    return result;
                }
                case PollState.Failed(ArmException error) -> throw error;
                case PollState.Unclear(ArmException why, boolean lasting) -> {
                    if (lasting || unclear >= settings.failedPolls())
                        throw lost(write, why);
                }
                case PollState.Running running -> requireTime(write, began);
            }
        }
    }

    private record Poll(PollState state, PollRoute next, Optional<Duration> asked) {}

    private Poll poll(ArmRequest write, PollRoute route) {
        if (!endpoint.trusts(route.url())) {
            throw unknown(write, "ForeignAddress", "its outcome is only visible at " + route.url().getHost()
                    + ", to which no token may be sent", null);
        }
        ArmRequest request = write.poll(route.url());
        try {
            ArmResponse response = wire.send(request);
            return new Poll(PollState.of(write, route, response), route.next(response), response.retryAfter());
        } catch (ArmException noAnswer) {
            // Held back before it was sent: this is not a failed poll, only a later one.
            if (noAnswer.kind() == Kind.THROTTLED && noAnswer.status() == 0) {
                return new Poll(new PollState.Running(), route,
                        noAnswer.retryAfter().map(until -> Duration.between(clock.now(), until)));
            }
            boolean interrupted = noAnswer.code().equals("Interrupted");
            return new Poll(new PollState.Unclear(noAnswer, interrupted), route, Optional.empty());
        }
    }

    /** Waits as requested, but never past the bound: the last poll takes place exactly there. */
    private void pause(ArmRequest write, long began, Duration wanted) {
        Duration left = settings.bound().minusNanos(clock.nanoTime() - began);
        Duration wait = wanted.compareTo(left) > 0 ? left : wanted;
        try {
            clock.sleep(wait);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw unknown(write, "Interrupted", "interrupted before the operation had completed", stopping);
        }
    }

    private void requireTime(ArmRequest write, long began) {
        if (clock.nanoTime() - began >= settings.bound().toNanos())
            throw unknown(write, "OperationTimedOut", "the operation was still running after "
                    + settings.bound().toSeconds() + " s", null);
    }

    private static ArmException unknown(ArmRequest write, String code, String text, Exception cause) {
        return new ArmException(Kind.UNKNOWN, 0, code, write.describe() + ": " + text, "", null, cause);
    }

    private static ArmException lost(ArmRequest write, ArmException why) {
        return new ArmException(Kind.UNKNOWN, 0, "OperationOutcomeUnknown", write.describe()
                + ": accepted, but its outcome cannot be read: " + why.getMessage(), why.requestId(),
                why.retryAfter().orElse(null), why);
    }
}
