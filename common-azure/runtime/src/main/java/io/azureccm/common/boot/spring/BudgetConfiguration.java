package io.azureccm.common.boot.spring;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.boot.settings.CallBudgetSettings;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.observe.endpoint.BudgetEndpoint;
import io.azureccm.common.observe.health.BudgetHealth;
import io.azureccm.common.observe.metrics.BudgetMetrics;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The budget of calls to Azure, one per process, with its metrics and health. */
@Configuration(proxyBeanMethods = false)
class BudgetConfiguration {
    @Bean
    ArmBudget armBudget(ControllerOptions options, CallBudgetSettings settings, MeterRegistry registry) {
        BudgetMetrics metrics = new BudgetMetrics(registry);
        ArmBudget budget = new ArmBudget(settings.of(options.app()), ArmClock.system(), metrics);
        metrics.bind(budget);
        return budget;
    }

    @Bean
    BudgetHealth budgetHealthIndicator(ArmBudget budget) {
        return new BudgetHealth(budget);
    }

    @Bean
    BudgetEndpoint budgetEndpoint(ArmBudget budget) {
        return new BudgetEndpoint(budget);
    }
}
