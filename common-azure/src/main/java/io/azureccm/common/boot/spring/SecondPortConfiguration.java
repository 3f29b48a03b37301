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

/** The actuator on a port of its own, where {@code management.server.port} asks for one: the same TLS, the same guard. */
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
