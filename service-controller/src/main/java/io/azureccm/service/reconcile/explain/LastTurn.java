package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.removal.Removals;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * The input of explanations: what the last turn knew and planned; {@code callWait} returns why the call for a Service, by UID, currently
 * waits; {@code approval} is the command with which users approve removals, "" if they cannot.
 */
public record LastTurn(KnownState known, TurnPlan plan, Function<String, Optional<String>> callWait,
        Function<Removals, String> approval, Instant now) {}
