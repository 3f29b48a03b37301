package io.azureccm.common.boot.spring;

import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.serve.AccessFilter;
import io.azureccm.common.serve.SecurePort;
import java.time.Clock;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * Serves the actuator on a separate port if {@code management.server.port} is set, with the same TLS and the same access
 * control.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class SecondPortConfiguration {
    @Bean
    SecurePort securePortOfActuator(ControllerOptions options, Clock clock) {
        return new SecurePort(options.serving(), clock.instant());
    }

    @Bean
    FilterRegistrationBean<AccessFilter> accessFilterOfActuator(AccessFilter filter) {
        FilterRegistrationBean<AccessFilter> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }
}
