package io.azureccm.service.reconcile.known.refusal;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.refusal.Attribution;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryPolicy;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * The resources, resource groups and subscriptions in which Azure refuses all writes, or all deletions, because of a lock or the state of
 * the subscription. They share one back-off: one write is sent to find out whether the refusal has ended.
 */
public record ScopeBlocks(Map<ScopeBlocks.Key, ScopeBlocks.Block> blocks) {
    public static final ScopeBlocks NONE = new ScopeBlocks(Map.of());

    /** An id in lower case; a lock may prevent deletions alone. */
    public record Key(String scope, boolean deletes) {
        private boolean concerns(Operation operation) {
            return deletes == isDelete(operation) && Attribution.contains(scope, operation.target());
        }
    }

    /** Azure's last answer and when the next write is sent. */
    public record Block(Outcome.Rejected reason, RetryState retries) {
        public Instant due() {
            return retries.dueAt().orElse(Instant.MIN);
        }
    }

    public ScopeBlocks {
        blocks = Map.copyOf(blocks);
    }

    ScopeBlocks after(Operation operation, Outcome.Rejected reason, Attribution about, RetryPolicy policy,
            Instant now) {
        Key key = new Key(about.scope(), isDelete(operation));
        RetryState before = Optional.ofNullable(blocks.get(key)).map(Block::retries).orElse(RetryState.NEW);
        RetryReason why = key.deletes() ? RetryReason.REMOVAL_FAILED : RetryReason.FAILED;
        return new ScopeBlocks(Copies.with(blocks, key,
                new Block(reason, policy.after(before, FailedAttempt.of(why, reason.code()), now))));
    }

    ScopeBlocks accepted(Operation operation) {
        return new ScopeBlocks(Copies.retained(blocks, (key, block) -> !key.concerns(operation)));
    }

    /** The refusal that concerns a write, the one with the latest retry. */
    public Optional<Block> of(Operation operation) {
        return blocks.entrySet()
                .stream()
                .filter(each -> each.getKey().concerns(operation))
                .max(Map.Entry.<Key, Block>comparingByValue(Comparator.comparing(Block::due))
                        .thenComparing(each -> each.getKey().scope()))
                .map(Map.Entry::getValue);
    }

    /** Whether the outcome of another write shows whether this one is still refused. */
    public boolean isShared(Operation operation, Operation other) {
        return blocks.keySet().stream().anyMatch(key -> key.concerns(operation) && key.concerns(other));
    }

    Optional<Instant> nextDue(Instant now) {
        return blocks.values().stream().map(Block::due).filter(now::isBefore).min(Instant::compareTo);
    }

    private static boolean isDelete(Operation operation) {
        return operation.verb() == Operation.Verb.DELETE;
    }
}
