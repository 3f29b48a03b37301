package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.removal.Removals;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * What explanations are made of: what the last turn knew and planned; {@code callWait} tells why the call for a Service, by UID, waits
 * now; {@code approval} is what users type to approve removals, "" where they cannot.
 */
public record LastTurn(KnownState known, TurnPlan plan, Function<String, Optional<String>> callWait,
        Function<Removals, String> approval, Instant now) {}
