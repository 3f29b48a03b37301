package io.azureccm.common.observe.endpoint;

import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.common.resilience.budget.BudgetState;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A {@link BudgetState} as text for users. */
final class BudgetText {
    private BudgetText() {}

    static String of(BudgetState state) {
        BudgetSettings settings = state.settings();
        StringBuilder text = new StringBuilder("Budget of calls to Azure at ").append(state.at()).append('\n');
        text.append(settings.enabled()
                ? String.format(Locale.ROOT,
                        "  this app's share: %.0f%% of reads, %.0f%% of writes; reserve %.0f%%, longest wait %ds\n",
                        settings.shares().reads() * 100, settings.shares().writes() * 100, settings.reserve() * 100,
                        settings.longestWait().toSeconds())
                : "  not counted: only Azure's own throttling responses are honoured\n");
        String subscription = "";
        for (BudgetState.Bucket bucket : state.buckets()) {
            if (!bucket.subscription().equals(subscription)) {
                subscription = bucket.subscription();
                text.append("  subscription ").append(subscription).append('\n');
            }
            text.append(line(state, bucket));
        }
        return text.toString();
    }

    private static String line(BudgetState state, BudgetState.Bucket bucket) {
        BudgetState.Level level = bucket.level();
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "    %-36s %5.0f/%-5.0f %8.2f/s  %s",
                bucket.limit(), Math.floor(level.left()), Math.floor(level.size()), level.rate(), level.source()));
        if (level.closedForNanos() > 0) {
            line.append("  closed until ").append(state.at().plusNanos(level.closedForNanos()));
        }
        if (!bucket.waiting().isEmpty()) {
            line.append("  waiting: ")
                    .append(bucket.waiting()
                            .entrySet()
                            .stream()
                            .map(each -> each.getKey().label() + " " + each.getValue())
                            .collect(Collectors.joining(", ")));
        }
        if (!bucket.resource().isEmpty()) {
            line.append("\n        ").append(bucket.resource());
        }
        if (!bucket.used().isEmpty()) {
            line.append("\n        used: ").append(used(bucket.used()));
        }
        return line.append('\n').toString();
    }

    private static String used(Map<String, Long> used) {
        return used.entrySet()
                .stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }
}
