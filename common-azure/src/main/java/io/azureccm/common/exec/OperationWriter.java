package io.azureccm.common.exec;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.WriteSink;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends one operation to ARM, tells the store what it did to the resource, and says how it ended. Never throws. */
final class OperationWriter {
    private static final Logger log = LoggerFactory.getLogger(OperationWriter.class);

    private final ArmGateway gateway;
    private final WriteSink sink;
    private final Clock clock;
    private final Duration defaultPause;

    OperationWriter(ArmGateway gateway, WriteSink sink, Clock clock, Duration defaultPause) {
        this.gateway = gateway;
        this.sink = sink;
        this.clock = clock;
        this.defaultPause = defaultPause;
    }

    Outcome write(Operation operation) {
        try {
            return switch (operation.verb()) {
                case PUT -> put(operation);
                case DELETE -> delete(operation);
                case POST -> post(operation);
            };
        } catch (ArmException failure) {
            Outcome outcome = OutcomeOfFailure.of(operation, failure, clock.instant(), defaultPause);
            if (outcome instanceof Outcome.NoChange) {
                sink.deleted(operation.target());
            } else if (OutcomeOfFailure.leavesDoubt(failure)) {
                sink.doubtful(operation.target());
            }
            return outcome;
        } catch (RuntimeException | Error unexpected) {
            // The request may have been on the wire when this happened, so nothing may be concluded from it.
            log.error("{} of {} ended unexpectedly", operation.verb(), operation.target(), unexpected);
            sink.doubtful(operation.target());
            return new Outcome.Unknown("unexpected " + unexpected);
        }
    }

    private Outcome put(Operation operation) {
        ArmGateway.PutResult result = gateway.put(operation.target(), operation.body(), operation.ifMatch());
        if (result.body() == null) {
            sink.doubtful(operation.target());
        } else {
            sink.written(operation.target(), result.body(), result.isFinal());
        }
        return new Outcome.Applied(result.body());
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
