package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.ControllerProgram;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Marks the start-up class of a controller. It imports the shared beans and the few Spring Boot auto-configurations that a
 * controller needs, which are listed by name in {@code META-INF/spring/io.azureccm.common.boot.spring.ControllerApp.imports};
 * there is no component scan. The class itself has one bean method, for its {@link ControllerProgram}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration
@Import({ControllerConfiguration.class, ObserveConfiguration.class, MetricsConfiguration.class,
        TracingConfiguration.class, ServingConfiguration.class})
public @interface ControllerApp {}
