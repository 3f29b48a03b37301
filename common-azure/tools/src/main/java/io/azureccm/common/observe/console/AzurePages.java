package io.azureccm.common.observe.console;

import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.observe.console.ConsoleEndpoint.Sources;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.resilience.budget.BudgetState;
import java.util.Locale;
import java.util.stream.Collectors;

/** The remaining call budget, and the orphans in Azure. */
record AzurePages(Sources sources) {
    String budget() {
        BudgetState state = sources.budget().state();
        HtmlPage page = ConsoleFrame.begin(sources, "Budget of calls to Azure", 1);
        page.element("p", state.settings().enabled()
                ? String.format(Locale.ROOT,
                        "This app's share: %.0f%% of reads, %.0f%% of writes; %.0f%% of it is reserved.",
                        state.settings().shares().reads() * 100, state.settings().shares().writes() * 100,
                        state.settings().reserve() * 100)
                : "Calls are not counted: only Azure's own throttling responses are honoured.");
        page.table("Limits of Azure at " + ConsoleFrame.at(state.at()), "Limit", "Subscription", "Left", "Of",
                "Per second", "Waiting",
                "Closed until");
        state.buckets().forEach(bucket -> {
            BudgetState.Level level = bucket.level();
            page.row(bucket.limit() + (bucket.resource().isEmpty() ? "" : " " + bucket.resource()),
                    bucket.subscription(), String.format(Locale.ROOT, "%.0f", Math.floor(level.left())),
                    String.format(Locale.ROOT, "%.0f", Math.floor(level.size())),
                    String.format(Locale.ROOT, "%.2f", level.rate()),
                    bucket.waiting()
                            .entrySet()
                            .stream()
                            .map(each -> each.getKey().label() + " " + each.getValue())
                            .collect(Collectors.joining(", ")),
                    level.closedForNanos() > 0 ? ConsoleFrame.at(state.at().plusNanos(level.closedForNanos())) : "");
        });
        return ConsoleFrame.end(page.endTable());
    }

    String orphans() {
        OrphanRegister register = sources.orphans();
        OrphanRegister.State state = register.state();
        HtmlPage page = ConsoleFrame.begin(sources, "Orphans", 1);
        if (register.isOff())
            return ConsoleFrame.end(page.element("p", "The scan for orphans is disabled."));
        if (state.auditedAt().isEmpty())
            return ConsoleFrame
                    .end(page.element("p", "This instance has not scanned for orphans yet; only the leader does."));
        page.table(state.orphans().size() + " orphans at " + ConsoleFrame.at(state.auditedAt().get()), "What",
                "Belongs to the controller because",
                "Belonged to", "Since");
        state.orphans()
                .forEach(each -> page.row(each.orphan().describe(), each.orphan().why(), each.orphan().owner(),
                        ConsoleFrame.at(each.since())));
        return ConsoleFrame.end(page.endTable());
    }
}
