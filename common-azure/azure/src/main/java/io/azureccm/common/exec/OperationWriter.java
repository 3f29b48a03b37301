package io.azureccm.common.exec;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.WriteSink;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends one operation to ARM, reports its effect on the resource to the store, and returns how it ended. Never throws. */
final class OperationWriter {
    private static final Logger log = LoggerFactory.getLogger(OperationWriter.class);

    private final ArmGateway gateway;
    private final WriteSink sink;
    private final Clock clock;
    private final BusyResources busy;
    private final Duration defaultPause;

    OperationWriter(ArmGateway gateway, WriteSink sink, Clock clock, Duration defaultPause) {
        this.gateway = gateway;
        this.sink = sink;
        this.clock = clock;
        this.defaultPause = defaultPause;
        this.busy = new BusyResources(defaultPause);
    }

    /** Nothing is sent to a resource on which an operation was last seen in progress: it is read again a little later. */
    Optional<Outcome> heldBack(Operation operation) {
        return sink.underWay(operation.target()).map(state -> {
            sink.doubtful(operation.target());
            return busy.again(operation.target(), clock.instant(),
                    "not sent: " + operation.target().shortName() + " is "
                            + state + ", an operation on it has not ended");
        });
    }

    Outcome write(Operation operation) {
        try {
            Outcome outcome = switch (operation.verb()) {
                case PUT -> put(operation);
                case DELETE -> delete(operation);
                case POST -> post(operation);
            };
            busy.free(operation.target());
            return outcome;
        } catch (ArmException failure) {
            return failed(operation, failure);
        } catch (RuntimeException | Error unexpected) {
            // The request may already have been sent, so nothing may be concluded.
            log.error("{} of {} ended unexpectedly", operation.verb(), operation.target(), unexpected);
            sink.doubtful(operation.target());
            return new Outcome.Unknown("unexpected " + unexpected);
        }
    }

    private Outcome failed(Operation operation, ArmException failure) {
        boolean isBusy = failure.kind() == ArmException.Kind.BUSY && failure.retryAfter().isEmpty();
        Outcome outcome = isBusy
                ? busy.again(operation.target(), clock.instant(), OutcomeOfFailure.described(failure))
                : OutcomeOfFailure.of(operation, failure, clock.instant(), defaultPause);
        if (outcome instanceof Outcome.NoChange) {
            sink.deleted(operation.target());
        } else if (isBusy || OutcomeOfFailure.leavesDoubt(failure)) {
            sink.doubtful(operation.target());
        } else {
            sink.denied(operation.target());
        }
        if (failure.isEtagOutdated())
            outdated(operation);
        return outcome;
    }

    /** Azure has carried out a PUT without showing its result. */
    private void changed(Operation operation) {
        sink.doubtful(operation.target());
        outdated(operation);
    }

    /** Network resources get another etag with each write, those of compute only when their model changes. */
    private void outdated(Operation operation) {
        if (!operation.ifMatch().isEmpty() && operation.target().isOf(ArmTypes.NETWORK))
            sink.superseded(operation.target(), operation.ifMatch());
    }

    private Outcome put(Operation operation) {
        sink.sending(operation.target());
        ArmGateway.PutResult result = gateway.put(operation.target(), operation.body(), operation.ifMatch());
        result.body()
                .ifPresentOrElse(body -> {
                    if (result.isFinal())
                        sink.written(operation.target(), body);
                    else
                        sink.accepted(operation.target(), body);
                }, () -> changed(operation));
        return new Outcome.Applied(result.body().orElse(null));
    }

    private Outcome delete(Operation operation) {
        boolean wasThere = gateway.delete(operation.target(), operation.ifMatch());
        sink.deleted(operation.target());
        return wasThere ? new Outcome.Applied(null) : new Outcome.NoChange();
    }

    private Outcome post(Operation operation) {
        gateway.post(operation.target(), operation.action(), operation.body());
        sink.doubtful(operation.target());
        return new Outcome.Applied(null);
    }
}
