package io.azureccm.common.boot.shadow;

import io.azureccm.common.boot.settings.ShadowSettings;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.ApiEventSink;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.observe.endpoint.ShadowEndpoint;
import io.azureccm.common.observe.metrics.ShadowMetrics;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Beans that exist only with {@code --shadow}. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(ShadowConfiguration.PROPERTY)
class ShadowConfiguration {
    /** Set from the flag. */
    static final String PROPERTY = "controller.shadow";

    /** The shadow's own event is written although nothing else is. */
    @Bean
    ShadowNotices shadowNotices(ControllerOptions options, KubernetesClient kubernetes) {
        return new ShadowNotices(new EventRecorder(new ApiEventSink(kubernetes)), options);
    }

    @Bean
    @Order(1)
    Shadow shadow(ShadowSettings settings, ControllerOptions options, PlanJournal journal, ShadowNotices notices,
            Clock clock) {
        return new Shadow(settings, options.app() == App.SERVICE ? "Service" : "Node", journal, notices, clock);
    }

    @Bean
    ShadowEndpoint shadowEndpoint(Shadow shadow, ControllerOptions options) {
        return new ShadowEndpoint(shadow, options.app().title());
    }

    @Bean
    ShadowMetrics shadowMetrics(Shadow shadow) {
        return new ShadowMetrics(shadow);
    }
}
