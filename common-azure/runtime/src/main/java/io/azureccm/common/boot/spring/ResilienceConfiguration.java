package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.azure.AzureConnector;
import io.azureccm.common.boot.settings.ResilienceSettings;
import io.azureccm.common.boot.settings.resilience4j.InstanceSettings;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.timelimiter.TimeLimiterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Calls to Azure, with their instances in the registries of Resilience4j's starter: its metrics and endpoints show them. */
@Configuration(proxyBeanMethods = false)
class ResilienceConfiguration {
    @Bean
    ArmCallPolicy.Registries callRegistries(BulkheadRegistry bulkheads, RateLimiterRegistry rateLimiters,
            RetryRegistry retries, CircuitBreakerRegistry circuitBreakers, TimeLimiterRegistry timeLimiters) {
        return new ArmCallPolicy.Registries(bulkheads, rateLimiters, retries, circuitBreakers, timeLimiters);
    }

    @Bean
    AzureConnector.Calls calls(ResilienceSettings client, InstanceSettings instances,
            ArmCallPolicy.Registries registries) {
        return new AzureConnector.Calls(client, instances, registries);
    }
}
