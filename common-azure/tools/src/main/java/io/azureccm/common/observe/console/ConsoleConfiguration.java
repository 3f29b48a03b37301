package io.azureccm.common.observe.console;

import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.observe.ConsoleLinks;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.resilience.budget.ArmBudget;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The console of an app. */
@Configuration(proxyBeanMethods = false)
class ConsoleConfiguration {
    @Bean
    ConsoleEndpoint consoleEndpoint(ControllerOptions options, Supplier<ControllerState> state,
            Explanations explanations, PlanJournal journal, ArmBudget budget, OrphanRegister orphans,
            ConsoleLinks links) {
        return new ConsoleEndpoint(new ConsoleEndpoint.Sources(
                new ConsoleEndpoint.About(options.app().title(), options.clusterName(),
                        () -> links.config().get().flatMap(AzurePortal::of), links.others(), links.trust()),
                state, explanations, journal, budget, orphans));
    }
}
