package io.azureccm.service;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service controller as a Spring Boot app. */
@SpringBootApplication
public class ServiceControllerApplication {
    public static void main(String[] args) {
        SpringApplication.run(ServiceControllerApplication.class, args);
    }
}
