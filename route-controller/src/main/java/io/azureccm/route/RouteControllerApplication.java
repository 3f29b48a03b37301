package io.azureccm.route;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The route controller as a Spring Boot app. */
@SpringBootApplication
public class RouteControllerApplication {
    public static void main(String[] args) {
        SpringApplication.run(RouteControllerApplication.class, args);
    }
}
